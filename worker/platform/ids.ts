/**
 * A new id that tells its kind: `prd_` and 32 hexadecimal digits. Those of predictions begin with the millisecond, so that
 * new rows are written side by side and an id says in which year it was made.
 */
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
  const random = crypto.randomUUID().replaceAll("-", "");
  return `${kind}_${kind === "prd" ? Date.now().toString(16).padStart(12, "0") + random.slice(12) : random}`;
}
