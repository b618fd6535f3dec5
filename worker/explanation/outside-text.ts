import { plainName } from "#contract/plain-text.ts";

const MAX_QUOTE = 160;
const MAX_NAME = 40;
const MAX_NAME_WORDS = 5;

/** Strong right-to-left letters: they would turn the order of the sentence around them. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const legalForm =
  /,? (inc|incorporated|corp|corporation|co|company|companies|ltd|limited|plc|llc|l\.?p|n\.?v|s\.?a|a\.?g|s\.?e|group|holdings?|the)\.?$/i;
/** "The Coca-Cola Company" is Coca-Cola in a sentence; "The Home Depot, Inc." keeps its article. */
const articled = /^the (.+) (company|companies|co\.?|corporation|group)$/i;
/** Letters, digits and what names have between them. */
const nameLike = /^[\p{L}\p{N}][\p{L}\p{N} .,&'’!+/-]*$/u;
/** The end of a sentence inside a name; initials ("J. M. Smucker") are none. */
const sentenceEnd = /[\p{L}\p{N}]{3,}[.!?,;]+ |[!?]{2}/u;
const address = /https?|www\.|\/\//i;

/**
 * Text from outside: a name, a headline, a publisher. It reaches a sentence in two ways only, as a quotation or as a cleaned
 * name. Joined to a string by mistake it is empty.
 */
export class OutsideText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = plainName(text, 500);
  }

  /** True where it may be quoted: a line of text that a reader can read in the direction of the sentence. */
  get isQuotable(): boolean {
    return /[\p{L}\p{N}]/u.test(this.#text) && !rightToLeft.test(this.#text);
  }

  /** The text between quotation marks, without marks of its own, cut at a word where it is long. */
  get quoted(): string {
    const text = this.#text
      .replaceAll(/["“”„«»]/g, "'")
      .replaceAll("[", "(")
      .replaceAll("]", ")");
    return `“${cut(text)}”`;
  }

  /** The name without its legal form; null where it does not look like a name. */
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

  /** Never the text: a template that forgets to quote shows nothing of it. */
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
