/** Words at the end of a registered name that headlines leave out. */
const formWords =
  /^(inc|incorporated|corp|corporation|company|co|plc|ltd|limited|sa|ag|nv|se|asa|holdings?|group|technolog(y|ies)|platforms|class|[a-c]|&|and)$/i;

/**
 * The name a headline calls a company by: "The Walt Disney Company" is "Walt Disney", "Amazon.com, Inc." is "Amazon".
 * Never a single first word of several ("General", "Bank"), which would name others too.
 */
export function commonName(companyName: string): string {
  const words = companyName
    .replaceAll(/[,()]/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/\.com$/i, ""))
    .filter(Boolean);
  if (words.length > 1 && /^the$/i.test(words[0] ?? "")) words.shift();
  while (words.length > 1 && formWords.test((words.at(-1) ?? "").replaceAll(".", ""))) words.pop();
  return words.join(" ");
}

/** True when the text names the company as a word of its own: "Ford" is not in "Stanford". */
export function namesCompany(text: string, companyName: string): boolean {
  const name = commonName(companyName);
  if (name.length < 2) return false;
  const escaped = name.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return new RegExp(`(^|[^\\p{L}\\p{N}])${escaped}($|[^\\p{L}\\p{N}])`, "u").test(text);
}

/** A name to compare by: small letters and digits, other signs as one space ("Coca-Cola" is "coca cola"). */
export function plainName(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * A ticker as sources write it: a dot before A, B or C marks a class of shares in the US (BRK.B), which they write with
 * a dash. Any other dot stands before an exchange (OCDO.L) and stays.
 */
export function dashedClass(symbol: string): string {
  return symbol.replace(/^([A-Z]{1,5})\.([ABC])$/, "$1-$2");
}
