/**
 * Returns a new id: the kind and 32 hexadecimal digits, such as `usr_…`. A prediction's id begins with its
 * creation time in milliseconds, so new rows are stored side by side and the id tells the year.
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
