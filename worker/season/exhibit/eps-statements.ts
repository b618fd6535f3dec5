import type { Line } from "./lines.ts";

export type EpsStatement = {
  /** Dollars a share. */
  eps: number;
  basis: "adjusted" | "gaap";
  isDiluted: boolean;
  quote: string;
};

const QUARTER =
  /\b(?:first|second|third|fourth)[- ]quarter|\bquarter(?:ly|s)?\b|\bthree[- ]months?\b|\b1[234][- ]weeks?\b|\b(?:twelve|thirteen|fourteen)[- ]weeks?\b|\b[1-4]Q|\bQ[1-4]\b/i;
const LONGER =
  /\b(?:full|fiscal|calendar)[- ]year\b|\b(?:six|nine|twelve)[- ]months?\b|\byear[- ]to[- ]date\b|\b(?:24|26|27|28|36|39|40|52|53)[- ]weeks?\b|\b(?:twenty|thirty|forty|fifty)-\w+[- ]weeks?\b|\byears? ended\b|\bannual(?:ly)?\b|\bfirst half\b|\btwelve-month/i;
const IS_QUARTER = new RegExp(`^(?:${QUARTER.source})`, "i");
const PERIOD = new RegExp(`${QUARTER.source}|${LONGER.source}`, "gi");
/** "Third quarter of fiscal year 2024" is a quarter. */
const YEAR_OF_QUARTER =
  /(quarter|three months)((?: ended \w+ \d{1,2}, \d{4})?),?\s+(?:of|in|for)\s+(?:the\s+)?(?:fiscal\s+|calendar\s+)?(?:year\s+)?(?:20\d\d)?/gi;
const QUARTER_OF_YEAR = /\bfiscal\s+(?:year\s+)?(?:20)?\d\d\s+(?=(?:first|second|third|fourth)[- ]quarter)/gi;

const AHEAD =
  /\b(?:expects?|expected|expecting|guidance|outlook|anticipat\w+|forecasts?|projects?|projected|in the range|range of|between|targets?|will be|consensus)\b/i;
const COMPARISON =
  /\b(?:compared?|versus|vs\.?|against|prior[- ]year|year[- ]ago|last year|a year earlier)\b|\b(?:up|down|increased?|decreased?|improved|rose|fell|grew)\b[^.]{0,60}\bfrom\b/i;
const PER_SHARE =
  /\bper\s+(?:fully\s+)?(?:common\s+|ordinary\s+|diluted\s+|basic\s+|class a\s+)*(?:share|unit)\b|\bEPS\b/i;
const OTHER_FIGURE =
  /\b(?:dividends?|distributions?|book value|shares? used|weighted|outstanding|repurchase[ds]?|par value|price|FFO|funds from operations|tangible|cash flow|charges?|impact|benefit|adjustments?|amortization|restructuring|tax effect|settlement)\b/i;
const ADJUSTED =
  /\badjusted\b|\bnon[- ‑–]?gaap\b|\bcore\b|\bnormali[sz]ed\b|\boperating (?:earnings|income|EPS)\b|\bas adjusted\b/i;
const PAID_OR_CHARGED = /^\s*(?:per share\s+)?(?:in|of|for)\s+(?:dividend|charge)/i;
const LOSS = /(?<![(\w])(?:net\s+)?loss(?:es)?\b/i;
const GAIN = /\b(?:income|earnings|profit)\b/i;

/** A figure begins where its digits begin: from each of them, 80 kB of digits would be read again. */
const AMOUNT =
  /\((-?\d[\d,]{0,20}\.\d{1,4})\)|(-?)((?<!\d)\d[\d,]{0,20}\.\d{1,4}|\.\d{2})(?!\d)(?!\s*%)|[—–](?=\s|$)/g;
const BEFORE = 110;
const AFTER = 60;
const MAX_QUOTE = 240;
const MAX_HEADING = 140;

/**
 * In sentences, and in tables' columns of the present quarter. What is ahead, of another period, of the year before,
 * or of an unclear column is left out.
 */
export function epsStatements(lines: readonly Line[]): EpsStatement[] {
  const statements: EpsStatement[] = [];
  const context = new Context();
  for (const line of lines) {
    statements.push(...(line.cells ? context.row(line.text, line.cells) : context.prose(line.text)));
  }
  return statements;
}

class Context {
  #heading: Period | null = null;
  /** Of a table's first column, and which of the first two is the newer year; null where unclear. */
  #column: { period: Period; newest: 0 | 1 | null } | null = null;
  /** A heading over several rows: "Earnings per share:". */
  #section = "";

  prose(text: string): EpsStatement[] {
    const found = sentencesOf(withoutYears(text)).flatMap((sentence) => this.#sentence(sentence));
    if (text.length < MAX_HEADING && amountsIn(text).every(({ value }) => value === null))
      this.#readHeading(text);
    return found;
  }

  row(text: string, cells: readonly string[]): EpsStatement[] {
    const amounts = amountsIn(text);
    const label = withoutYears(labelOf(cells));
    const hasFigures =
      amounts.length > 0 || cells.slice(1).some((cell) => /^[($\s]*\d[\d,]*\)?$/.test(cell) && !isYear(cell));
    if (!hasFigures) {
      this.#readColumns(text);
      if (cells.length <= 2 && periodsIn(withoutYears(text)).length === 0) this.#section = text;
      return [];
    }
    const column = this.#column;
    if (column?.period !== "quarter" || AHEAD.test(label)) return [];
    const ownWords = PER_SHARE.test(label);
    const isUnderHeading = !ownWords && PER_SHARE.test(this.#section) && /\b(?:diluted|basic)\b/i.test(label);
    const whole = ownWords ? label : `${this.#section} ${label}`;
    if ((!ownWords && !isUnderHeading) || OTHER_FIGURE.test(label)) return [];
    if (/\bbasic\b/i.test(label) && !/\bdilut/i.test(label)) return [];
    // One figure alone is the quarter's; of several the headings must have said which is newer.
    const amount =
      amounts.length === 1 ? amounts[0] : column.newest === null ? undefined : amounts[column.newest];
    if (!amount || amount.value === null) return [];
    return [
      {
        eps: signed(amount.value, whole),
        basis: ADJUSTED.test(whole) ? "adjusted" : "gaap",
        isDiluted: /\bdilut/i.test(whole),
        quote: quoteOf(`${whole} ${amount.text}`),
      },
    ];
  }

  #readHeading(text: string): void {
    this.#heading = AHEAD.test(text) ? "longer" : (periodsIn(withoutYears(text))[0] ?? this.#heading);
    this.#section = text;
    this.#readColumns(text);
  }

  /** The present quarter stands first, or we do not read the table. */
  #readColumns(text: string): void {
    const [period] = periodsIn(withoutYears(text));
    const newest = newestIn(text);
    if (AHEAD.test(text)) this.#column = null;
    else if (period) this.#column = { period, newest };
    else if (this.#column && newest !== null) this.#column = { ...this.#column, newest };
  }

  #sentence(sentence: string): EpsStatement[] {
    if (!PER_SHARE.test(sentence) || AHEAD.test(sentence)) return [];
    const amounts = amountsIn(sentence).filter(
      ({ value, end }) => value !== null && !isMillions(sentence.slice(end)),
    );
    return amounts.flatMap(({ value, at, end, text }, i): EpsStatement[] => {
      if (value === null) return [];
      const before = sentence.slice(0, at);
      const near = sentence.slice(Math.max(amounts[i - 1]?.end ?? 0, at - BEFORE), at);
      const after = sentence.slice(end, Math.min(amounts[i + 1]?.at ?? sentence.length, end + AFTER));
      if (!PER_SHARE.test(`${near.slice(-60)} ${after.slice(0, 40)}`) || COMPARISON.test(before)) return [];
      if (OTHER_FIGURE.test(near.slice(-70)) || PAID_OR_CHARGED.test(after)) return [];
      const isDiluted = /\bdilut/i.test(near) || /\bdilut/i.test(after);
      if (!isDiluted && /\bdilut/i.test(sentence)) return [];
      if ((periodsIn(before).at(-1) ?? periodsIn(sentence)[0] ?? this.#heading) !== "quarter") return [];
      const isAdjusted = ADJUSTED.test(near) || /^[^.,;]{0,40}\b(?:adjusted|non-gaap) basis/i.test(after);
      return [
        {
          eps: signed(value, near),
          basis: isAdjusted ? "adjusted" : "gaap",
          isDiluted,
          quote: quoteOf(`${before.slice(-BEFORE)}${text}${sentence.slice(end, end + AFTER)}`),
        },
      ];
    });
  }
}

type Amount = { value: number | null; at: number; end: number; text: string };

/** With decimals, without percentages; a dash stands for none. Parentheses that close behind one mean a minus. */
function amountsIn(raw: string): Amount[] {
  const text = normalized(raw);
  return [...text.matchAll(AMOUNT)].map((match) => {
    const [whole, bracketed, minus, open] = match;
    const digits = (bracketed ?? open)?.replaceAll(",", "");
    const size = digits === undefined ? null : Math.abs(Number(digits));
    const isNegative = bracketed !== undefined || minus === "-";
    return {
      value: size === null ? null : isNegative ? -size : size,
      at: match.index,
      end: match.index + whole.length,
      text: whole,
    };
  });
}

/** "$ ( 0.12 )" as "(0.12)"; any minus sign before a figure as "-". */
function normalized(text: string): string {
  return text
    .replace(/(?:US)?\$\s*/g, "")
    .replace(/\(\s+/g, "(")
    .replace(/(\d)\s+\)/g, "$1)")
    .replace(/[−‑–-]\s*(?=\.?\d)/g, "-")
    .replace(/(\w)-(?=\d)/g, "$1 ");
}

function signed(value: number, words: string): number {
  const isLoss =
    LOSS.test(words) && !/\(\s*loss(?:es)?\s*\)/i.test(words) && !GAIN.test(words.slice(words.search(LOSS)));
  return isLoss && value > 0 ? -value : value;
}

type Period = "quarter" | "longer";

function periodsIn(text: string): Period[] {
  return [...text.matchAll(PERIOD)].map(([name]) => (IS_QUARTER.test(name) ? "quarter" : "longer"));
}

function newestIn(text: string): 0 | 1 | null {
  const [first, second] = [...text.matchAll(/\b20\d\d\b/g)].map(([year]) => Number(year));
  if (first === undefined || second === undefined || first === second) return null;
  return first > second ? 0 : 1;
}

function withoutYears(text: string): string {
  return normalized(text).replace(YEAR_OF_QUARTER, "$1$2 ").replace(QUARTER_OF_YEAR, "");
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.;!?])\s+(?=[A-Z•“"(])|•/);
}

function labelOf(cells: readonly string[]): string {
  const first = cells.findIndex((cell) => /^[($\s]*-?\d|^[—–$(]/.test(cell));
  return cells.slice(0, first < 0 ? cells.length : Math.max(1, first)).join(" ");
}

function isYear(cell: string): boolean {
  return /^(?:19|20)\d\d$/.test(cell.trim());
}

function isMillions(after: string): boolean {
  return /^\s*(?:million|billion|thousand|cents)\b/i.test(after);
}

function quoteOf(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_QUOTE);
}
