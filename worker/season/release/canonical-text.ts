import { EXHIBIT_MAX_LENGTH } from "#contract/company-release.ts";

/** These tags may occur inside a word; all other tags separate words. */
const INLINE = new Set("span b i u font a sup sub em strong small big ins s".split(" "));
const SKIPPED = new Set(["script", "style", "head"]);
const VOID = new Set("br hr img input meta link col wbr".split(" "));
/** Matches a tag whose content is hidden from readers, so that it is not read as a statement. */
const HIDDEN =
  /display\s?:\s?none|visibility\s?:\s?hidden|opacity\s?:\s?0(?![.\d])|font-size\s?:\s?0(?![.\d])|text-indent\s?:\s?-\d{3}|(?:left|top)\s?:\s?-\d{3}|(?<!:)\shidden(?=[\s>=/])/i;
const WHITE = "(?:white|#fff(?:fff)?(?![\\da-f])|rgb\\(\\s?255\\s?,\\s?255\\s?,\\s?255\\s?\\))";
const IS_WHITE = new RegExp(`(?<![-\\w])color\\s?[:=]\\s?["']?${WHITE}`, "i");
const ON_WHITE = new RegExp(
  `(?:background(?:-color)?|bgcolor)\\s?[:=]\\s?["']?(?:${WHITE}|transparent|none)`,
  "i",
);
const ON_COLOR = /(?:background(?:-color)?|bgcolor)\s?[:=]\s?["']?(?:#|rgb\(|[a-z])/i;
/** These elements end where the next one of the same name begins, even without an end tag. */
const ENDED_BY_NEXT = new Set("td th tr p".split(" "));

const named: Readonly<Record<string, string>> = {
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  mdash: "—",
  ndash: "–",
  minus: "−",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“",
  bull: "•",
  middot: "·",
  reg: "®",
  trade: "™",
  copy: "©",
  sect: "§",
  para: "¶",
  cent: "¢",
  pound: "£",
  euro: "€",
  yen: "¥",
  hellip: "…",
  dagger: "†",
  Dagger: "‡",
  plusmn: "±",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  times: "×",
  deg: "°",
  eacute: "é",
  shy: "",
  zwnj: "",
  lsaquo: "‹",
  rsaquo: "›",
  laquo: "«",
  raquo: "»",
  tilde: "˜",
  sup1: "¹",
  sup2: "²",
  sup3: "³",
};
/** The characters (Windows-1252) that the numeric HTML references from 128 to 159 stand for. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Returns the text of a release (HTML or plain) as a reader sees it: without tags or hidden text, and with
 * single spaces. All quotes and their positions refer to this text. Takes linear time.
 */
export function canonicalText(source: string): string {
  const raw = source.slice(0, EXHIBIT_MAX_LENGTH);
  const text = isMarkup(raw) ? unescaped(withoutTags(raw)) : raw;
  return text
    .replace(/[\u00a0\u2009]/g, " ")
    .replace(/[\u200b\ufeff\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function isMarkup(raw: string): boolean {
  return /<(?:html|body|div|p|table|font|tr|td|br)\b/i.test(raw);
}

/**
 * An element that has not ended yet. `depth` is the number of open elements of the same name, itself included.
 */
type OpenElement = { name: string; depth: number };

function after({ name, depth }: OpenElement, step: 1 | -1): OpenElement | null {
  return depth + step === 0 ? null : { name, depth: depth + step };
}

function withoutTags(raw: string): string {
  const parts: string[] = [];
  let hidden: OpenElement | null = null;
  /** The nearest element whose background color makes white text visible, as in the head of a table. */
  let colored: OpenElement | null = null;
  let at = 0;
  while (at < raw.length) {
    const open = raw.indexOf("<", at);
    if (!hidden) parts.push(raw.slice(at, open < 0 ? raw.length : open));
    if (open < 0) break;
    if (raw.startsWith("<!--", open)) {
      const end = raw.indexOf("-->", open);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    const close = raw.indexOf(">", open);
    if (close < 0) {
      if (!hidden) parts.push(raw.slice(open));
      break;
    }
    const tag = raw.slice(open, Math.min(close + 1, open + 2_000));
    const [, slash = "", rawName = ""] = /^<(\/?)([a-z][\w:-]{0,40})/i.exec(tag) ?? [];
    const name = rawName.toLowerCase();
    at = close + 1;
    const isVoid = VOID.has(name) || tag.endsWith("/>");
    if (hidden) {
      if (name === hidden.name && !isVoid) hidden = after(hidden, slash ? -1 : 1);
      continue;
    }
    if (!INLINE.has(name) && !name.startsWith("ix:")) parts.push(" ");
    if (colored?.name === name && !isVoid)
      colored = after(colored, slash !== "" || ENDED_BY_NEXT.has(name) ? -1 : 1);
    if (slash || isVoid) continue;
    if (ON_WHITE.test(tag)) colored = null;
    else if (ON_COLOR.test(tag)) colored = { name, depth: 1 };
    const isUnseen = HIDDEN.test(tag) || (IS_WHITE.test(tag) && colored === null);
    if (SKIPPED.has(name) || isUnseen) hidden = { name, depth: 1 };
  }
  return parts.join("");
}

function unescaped(text: string): string {
  return text.replace(/&#x([0-9a-f]{1,6});?|&#(\d{1,7});?|&(\w{2,8});/gi, (whole, hex, decimal, name) => {
    if (name) return named[name] ?? named[String(name).toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (code >= 128 && code < 160) return WINDOWS[code - 128] ?? " ";
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
