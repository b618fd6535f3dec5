const formWords =
  /^(inc|incorporated|corp|corporation|company|co|plc|ltd|limited|sa|ag|nv|se|asa|holdings?|group|technolog(y|ies)|platforms|class|[a-c]|&|and)$/i;

/**
 * Returns the name by which people call a company: "Walt Disney" for "The Walt Disney Company". It is not
 * shortened further, because one common word alone ("General") would also match other companies.
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

/**
 * Returns whether a text mentions the company by its common name. It compares whole words, so "Ford" is not
 * found in "Stanford".
 */
export function namesCompany(text: string, companyName: string): boolean {
  const name = commonName(companyName);
  if (name.length < 2) return false;
  const escaped = name.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return new RegExp(`(^|[^\\p{L}\\p{N}])${escaped}($|[^\\p{L}\\p{N}])`, "u").test(text);
}

/** Returns the text in lower case without accents and punctuation: "coca cola" for "Coca-Cola". */
export function normalizedCompanyName(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * Returns "BRK-B" for the US share class "BRK.B", because sources write share classes with a dash. Other dots
 * mark an exchange ("OCDO.L") and stay.
 */
export function withDashedShareClass(symbol: string): string {
  return symbol.replace(/^([A-Z]{1,5})\.([ABC])$/, "$1-$2");
}
