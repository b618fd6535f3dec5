import { plainName } from "#contract/plain-text.ts";

const MAX_QUOTE = 160;
const MAX_NAME = 40;
const MAX_NAME_WORDS = 5;

/** Letters of right-to-left scripts, which would reverse the direction of an English sentence around them. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const legalForm =
  /,? (inc|incorporated|corp|corporation|co|company|companies|ltd|limited|plc|llc|l\.?p|n\.?v|s\.?a|a\.?g|s\.?e|group|holdings?|the)\.?$/i;
/**
 * Matches names whose article goes with their legal form: "The Coca-Cola Company" becomes "Coca-Cola", while
 * "The Home Depot, Inc." becomes "The Home Depot".
 */
const articled = /^the (.+) (company|companies|co\.?|corporation|group)$/i;
const nameLike = /^[\p{L}\p{N}][\p{L}\p{N} .,&'’!+/-]*$/u;
/**
 * Matches punctuation that ends a sentence or a clause, which no name contains. Initials ("J. M. Smucker") do
 * not match.
 */
const sentenceEnd = /[\p{L}\p{N}]{3}[.!?,;]+ |[!?]{2}/u;
const address = /https?|www\.|\/\//i;

/** Wraps an untrusted text. A sentence can only take it as a quotation or as a cleaned name. */
export class UntrustedText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = plainName(text, 500);
  }

  /** True when the text has a letter or a digit and no right-to-left script. */
  get isQuotable(): boolean {
    return /[\p{L}\p{N}]/u.test(this.#text) && !rightToLeft.test(this.#text);
  }

  /**
   * Returns the text in quotation marks, shortened at the end of a word. Quotation marks and square brackets
   * within the text are replaced.
   */
  get quoted(): string {
    const text = this.#text
      .replaceAll(/["“”„«»]/g, "'")
      .replaceAll("[", "(")
      .replaceAll("]", ")");
    return `“${cut(text)}”`;
  }

  /** Returns the name without its legal form, or null when the text does not look like a name. */
  get name(): string | null {
    let name = this.#text;
    for (let last = ""; last !== name; ) {
      last = name;
      name = name.replace(articled, "$1").replace(legalForm, "").trim();
    }
    const isName =
      name.length > 0 &&
      name.length <= MAX_NAME &&
      name.split(" ").length <= MAX_NAME_WORDS &&
      nameLike.test(name) &&
      !sentenceEnd.test(name) &&
      !address.test(name) &&
      !rightToLeft.test(name);
    return isName ? name : null;
  }

  /** Returns an empty string, so that a template that forgets to quote shows nothing. */
  toString(): string {
    return "";
  }

  toJSON(): string {
    return "";
  }
}

function cut(text: string): string {
  if (text.length <= MAX_QUOTE) return text;
  const head = text.slice(0, MAX_QUOTE);
  const end = head.lastIndexOf(" ");
  return `${head.slice(0, end > MAX_QUOTE / 2 ? end : MAX_QUOTE).trimEnd()}…`;
}
