/**
 * Returns an id such as `prd_` and 32 hexadecimal digits. Prediction ids begin with their millisecond, so new rows
 * lie side by side and an id tells its year.
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
