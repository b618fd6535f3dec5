const formWords =
  /^(inc|incorporated|corp|corporation|company|co|plc|ltd|limited|sa|ag|nv|se|asa|holdings?|group|technolog(y|ies)|platforms|class|[a-c]|&|and)$/i;

/** "The Walt Disney Company" is "Walt Disney". One common word ("General") would name others. */
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

/** Whole words only: "Ford" is not in "Stanford". */
export function namesCompany(text: string, companyName: string): boolean {
  const name = commonName(companyName);
  if (name.length < 2) return false;
  const escaped = name.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return new RegExp(`(^|[^\\p{L}\\p{N}])${escaped}($|[^\\p{L}\\p{N}])`, "u").test(text);
}

/** "Coca-Cola" is "coca cola". */
export function plainName(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** BRK.B is a US class, with a dash at sources. Other dots mark an exchange (OCDO.L). */
export function dashedClass(symbol: string): string {
  return symbol.replace(/^([A-Z]{1,5})\.([ABC])$/, "$1-$2");
}
