/**
 * `prd_` and 32 hexadecimal digits. Predictions' begin with the millisecond: new rows are side by side and an
 * id tells its year.
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
