/**
 * A ticker as sources write it: a dot before A, B or C marks a class of shares in the US (BRK.B), which they write with
 * a dash. Any other dot stands before an exchange (OCDO.L) and stays.
 */
export function dashedClass(symbol: string): string {
  return symbol.replace(/^([A-Z]{1,5})\.([ABC])$/, "$1-$2");
}
