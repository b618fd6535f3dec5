const formWords =
  /^(inc|incorporated|corp|corporation|company|co|plc|ltd|limited|sa|ag|nv|se|asa|holdings?|group|technolog(y|ies)|platforms|class|[a-c]|&|and)$/i;

/**
 * Returns "Walt Disney" for "The Walt Disney Company". One common word alone ("General") would also name other
 * companies.
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

/** Compares whole words, so "Ford" is not found in "Stanford". */
export function namesCompany(text: string, companyName: string): boolean {
  const name = commonName(companyName);
  if (name.length < 2) return false;
  const escaped = name.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return new RegExp(`(^|[^\\p{L}\\p{N}])${escaped}($|[^\\p{L}\\p{N}])`, "u").test(text);
}

/** Returns "coca cola" for "Coca-Cola". */
export function plainName(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** BRK.B is a US share class, which sources write with a dash. Other dots mark an exchange (OCDO.L). */
export function dashedClass(symbol: string): string {
  return symbol.replace(/^([A-Z]{1,5})\.([ABC])$/, "$1-$2");
}
