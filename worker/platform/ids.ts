/** A new id that tells its kind: `prd_` and 32 hexadecimal digits. */
export function newId(
  kind:
    | "alr"
    | "dlb"
    | "ana"
    | "crd"
    | "evt"
    | "key"
    | "prd"
    | "psh"
    | "psk"
    | "ses"
    | "sub"
    | "sup"
    | "usr"
    | "whd"
    | "whe",
): string {
  return `${kind}_${crypto.randomUUID().replaceAll("-", "")}`;
}
