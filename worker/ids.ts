/** A new id that tells its kind: `prd_` and 32 hexadecimal digits. */
export function newId(kind: "ana" | "prd"): string {
  return `${kind}_${crypto.randomUUID().replaceAll("-", "")}`;
}
