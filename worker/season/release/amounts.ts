/**
 * An amount, a percentage or a range found in a release. `low` and `high` are the numbers as written, with their
 * signs; `at` and `end` are the character offsets where the amount starts and ends in the text.
 */
export type Amount = {
  low: number;
  high: number;
  isRange: boolean;
  kind: "money" | "percent";
  /** The factor of the unit, such as 1e6 for "million" or 0.01 for "cents"; null when no unit is written. */
  scale: number | null;
  hasCurrency: boolean;
  currency: string;
  at: number;
  end: number;
};

const SCALES: Readonly<Record<string, number>> = {
  trillion: 1e12,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  million: 1e6,
  mm: 1e6,
  mn: 1e6,
  mln: 1e6,
  m: 1e6,
  thousand: 1e3,
  k: 1e3,
  cents: 0.01,
  cent: 0.01,
  cps: 0.01,
  "¢": 0.01,
};
const CURRENCIES: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  C$: "CAD",
  CA$: "CAD",
  A$: "AUD",
  HK$: "HKD",
  NT$: "TWD",
  R$: "BRL",
  S$: "SGD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₪": "ILS",
  EURO: "EUR",
  YEN: "JPY",
  RMB: "CNY",
  NIS: "ILS",
  "RS.": "INR",
};
/**
 * Matches a number with its currency sign, unit and parentheses. A number right after a letter or a digit does not
 * match, such as the footnote mark in "Revenue2".
 */
const FIGURE =
  /(?<![\w.,’'])(?:((?:US|CA|HK|NT|[CARS])?\$|[€£¥₹₩₪]|RMB|NIS|Rs\.|Yen|Euro?|GBP|CHF|CAD|AUD|JPY|CNY|SEK|NOK|DKK|PLN|INR|KRW|BRL|MXN|ZAR|SGD|HKD|NZD|USD) ?)?(\( ?)?((?<!\bplus or |plus\/)(?:negative|minus) |[-−–] ?)?((?:US)?\$ ?)?(\( ?)?((?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,4})?|\.\d{1,4}|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?=(?: (?:to|and) (?:two|three|four|five|six|seven|eight|nine|ten))? (?:percent|cents?)\b))(?![\d]|,\d{3})( ?\))?(?:(?:-plus|\+)?[ -]?(trillion|billion|million|thousand|bn|mm|mn|mln|cents?|cps|¢|%|percent\b|[BMK](?![a-z])))?( ?\))?/gi;
const RANGE_JOINER =
  /^ ?(?:\| )?(?:(?:to|and)(?: an?)?(?: (?:(?<loss>loss)|earnings|income|profit) of| plus)?|[-–—−]{1,2}|or)(?: \|)? ?\+?$/i;
const PLUS_OR_MINUS =
  /^(?: at the mid-?point)?,? ?(?:±|plus or minus|plus\/minus|\+ ?\/ ?[-–−]?|\+ or [-–−]?) ?$/i;

/** Matches "breakeven", which may be one end of a range, as in "breakeven to $0.02". */
const BREAK_EVEN = /\bbreak[- ]?even\b/gi;

/** Returns the three-letter code of a currency such as "C$" or "Yen", and "USD" for null or an unknown sign. */
export function currencyOf(sign: string | null): string {
  const name = (sign ?? "$").toUpperCase().trim();
  return CURRENCIES[name] ?? (/^[A-Z]{3}$/.test(name) ? name : "USD");
}

type SingleAmount = Amount & { hasDecimals: boolean; isYear: boolean; isBracketed: boolean };

export function amountsIn(text: string): Amount[] {
  const singles = [
    ...[...text.matchAll(FIGURE)].map((match) => parseSingleAmount(match, text)),
    ...[...text.matchAll(BREAK_EVEN)].map(zeroAmountOf),
  ].sort((a, b) => a.at - b.at);
  const amounts: Amount[] = [];
  for (let i = 0; i < singles.length; i++) {
    const first = singles[i];
    const second = singles[i + 1];
    if (!first) continue;
    if (second && isPriorYearFigure(first, second, text)) {
      amounts.push({ ...first, scale: second.scale, end: second.end });
      i++;
      continue;
    }
    const range = second && (plusMinusRangeOf(first, second, text) ?? rangeOf(first, second, text));
    if (range) {
      amounts.push(range);
      i++;
    } else if (isAmount(first)) amounts.push(first);
  }
  return amounts;
}

function parseSingleAmount(match: RegExpMatchArray, text: string): SingleAmount {
  const [whole, sign, open1, minus, dollar, open2, digits = "", close1, unit = "", close2] = match;
  const at = match.index ?? 0;
  const isOpen = open1 !== undefined || open2 !== undefined;
  const isBracketed = isOpen && (close1 !== undefined || close2 !== undefined);
  // In "(previously $7.20)", the closing parenthesis belongs to the remark and not to the number.
  const end = at + whole.length - (!isOpen && close2 ? close2.length : 0);
  const name = unit.toLowerCase();
  const isPercent = name === "%" || name === "percent";
  const hasCurrency = sign !== undefined || dollar !== undefined;
  const textBefore = text.slice(Math.max(0, at - 2), at);
  // In "Adjusted EPS – $1.65", the dash separates the name from the amount.
  const isNoMinus =
    minus !== undefined &&
    !/\w/.test(minus) &&
    (/[\d)BMK%] ?$/.test(textBefore) || (minus.endsWith(" ") && /[a-z)] $/i.test(textBefore)));
  const isNegative =
    (isBracketed && (hasCurrency || digits.includes(".") || (isPercent && close1 !== undefined))) ||
    (minus !== undefined && !isNoMinus);
  const value = numberOf(digits) * (isNegative ? -1 : 1);
  return {
    low: value,
    high: value,
    isRange: false,
    kind: isPercent ? "percent" : "money",
    scale: SCALES[name] ?? null,
    hasCurrency,
    currency: currencyOf(sign ?? dollar ?? null),
    at,
    end,
    hasDecimals: digits.includes("."),
    isYear: /^(?:19|20)\d\d$/.test(digits),
    isBracketed,
  };
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Returns the value of a number that is written in digits, as in "1,250", or as a word, as in "five". */
function numberOf(written: string): number {
  const inWords = NUMBERS.indexOf(written.toLowerCase());
  return inWords < 0 ? Number(written.replaceAll(",", "")) : inWords;
}

function zeroAmountOf({ index, 0: words }: RegExpMatchArray): SingleAmount {
  const at = index ?? 0;
  return {
    low: 0,
    high: 0,
    isRange: false,
    kind: "money",
    scale: null,
    hasCurrency: false,
    currency: "USD",
    at,
    end: at + words.length,
    hasDecimals: false,
    isYear: false,
    isBracketed: false,
  };
}

function isAmount({ hasCurrency, scale, kind, hasDecimals }: SingleAmount): boolean {
  return hasCurrency || scale !== null || kind === "percent" || hasDecimals;
}

const WORDS_BEFORE_CHANGE =
  /\b(?:by|grow|grew|increased?|rise|rose|decreased?|declined?|fell|improved?|reduced?|add|up|down|(?:growth|increase|decrease|decline|improvement|reduction) of) (?:approximately |about |roughly |an additional )?(?:\d[\d.]{0,5} ?(?:%|percent),? or )?$/i;
/**
 * Two amounts after words of change, as in "raised by $0.10 to $5.20", are a change and a new total if the second
 * one is at least this many times the first one.
 */
const MIN_NEW_TO_CHANGE_RATIO = 4;

/** Returns whether an amount is a change and not a total, as in "by $0.10" and "to increase $20 million". */
export function isChangeAmount({ at }: Pick<Amount, "at">, text: string): boolean {
  return WORDS_BEFORE_CHANGE.test(text.slice(Math.max(0, at - 50), at));
}

/** Matches growth in words, as in "a low single-digit increase", "at a mid-to-high-twenties rate" and "flat". */
const GROWTH_IN_WORDS =
  /\b(?:low|mid|high|lower|upper)[- ](?:to[- ](?:mid|high)[- ])?(?:(?:single|double|triple)[- ]digits?|teens|twenties|thirties|forties)\b(?: percent(?:age)?)?(?: (?:rates?|range))?|(?<=\b(?:be|remain|about|approximately|essentially|relatively|roughly) )flat\b(?! to\b)/gi;

/**
 * Returns a percentage range for each growth in words: 0 for "flat", and NaN as both ends for others such as "high
 * single digits".
 */
export function growthInWordsIn(text: string): Amount[] {
  return [...text.matchAll(GROWTH_IN_WORDS)].map((match) => {
    const value = /^flat/i.test(match[0]) ? 0 : Number.NaN;
    return { ...zeroAmountOf(match), low: value, high: value, isRange: true, kind: "percent" };
  });
}

/**
 * Returns which end of a range a single figure leaves open: "low" for "up to $5", "high" for "at least $5" and
 * "$5+". Returns null for a range and for a figure without such words. `lead` is the text before the figure.
 */
export function openEndOf(text: string, { isRange, at, end }: Amount, lead: string): "low" | "high" | null {
  if (isRange) return null;
  const after = /^ or (?:(more|better|higher|greater|above)|less|lower|below)\b/i.exec(
    text.slice(end, end + 12),
  );
  if (after) return after[1] ? "high" : "low";
  if (/\b(?:up to|at most|(?:no|not) more than|not (?:to )?exceed)\s*$/i.test(lead)) return "low";
  const isLeast =
    /-plus|\d ?\+/.test(text.slice(at, end + 1)) ||
    /\b(?:at least|(?:at or )?above|over|(?:no|not) less than|more than|greater than|in excess of|(?:to|will) exceed)\s*$/i.test(
      lead,
    );
  return isLeast ? "high" : null;
}

/** Returns whether the second figure is the prior year's, in parentheses, as in "EUR 36.5 (30.7) million". */
function isPriorYearFigure(first: SingleAmount, second: SingleAmount, text: string): boolean {
  return (
    first.currency !== "USD" &&
    !second.hasCurrency &&
    first.scale === null &&
    /^ \($/.test(text.slice(first.end, second.at) + text.slice(second.at, second.at + 1)) &&
    text.slice(second.at, second.end).includes(")")
  );
}

function plusMinusRangeOf(first: SingleAmount, second: SingleAmount, text: string): Amount | null {
  if (!isAmount(first) || !isAmount(second) || !PLUS_OR_MINUS.test(text.slice(first.end, second.at)))
    return null;
  const isShare = second.kind === "percent" && first.kind === "money";
  if (!isShare && second.kind !== first.kind) return null;
  // In "$4.50, plus or minus five cents", the unit "cents" applies to the second amount only.
  const isInCents = first.scale === null && first.hasCurrency && second.scale !== null && second.scale < 1;
  const factor =
    second.scale !== null && (first.scale !== null || isInCents) ? second.scale / (first.scale ?? 1) : 1;
  const by = Math.abs(isShare ? (first.low * second.low) / 100 : second.low * factor);
  return {
    ...first,
    low: withoutRoundingError(first.low - by),
    high: withoutRoundingError(first.low + by),
    isRange: true,
    scale: isInCents ? null : (first.scale ?? second.scale),
    end: second.end,
  };
}

/** Rounds a value to 12 significant digits, so that 0.1 + 0.2 becomes 0.3. */
export function withoutRoundingError(value: number): number {
  return Number(value.toPrecision(12));
}

function rangeOf(first: SingleAmount, second: SingleAmount, text: string): Amount | null {
  const ratio =
    (second.low * (second.scale ?? first.scale ?? 1)) / (first.low * (first.scale ?? second.scale ?? 1));
  // In "EPS decreased $0.09 to $0.19", the past tense shows that the first amount is a change and not the start of a range.
  const isPast = /\b(?:rose|fell|grew|\w+ed) $/i.test(text.slice(Math.max(0, first.at - 12), first.at));
  if (
    first.kind === "money" &&
    isChangeAmount(first, text) &&
    (isPast || !(Math.abs(ratio) < MIN_NEW_TO_CHANGE_RATIO))
  )
    return null;
  const between = text.slice(first.end, second.at);
  const dash = text.slice(second.at, second.end).match(/^\(? ?[-–−]/);
  const isDashed = /^ ?-?$/.test(between) && dash !== null;
  // "-0.43 -0.36" are two separate losses and not a range.
  if (
    isDashed &&
    first.low < 0 &&
    !first.isBracketed &&
    /^ /.test(between) &&
    /^[-–−]\d/.test(text.slice(second.at, second.at + 2))
  )
    return null;
  const joiner = RANGE_JOINER.exec(between);
  const isJoined = joiner !== null || (isDashed && !first.isYear);
  if (!isJoined || (!isAmount(first) && !isAmount(second)) || first.isYear !== second.isYear) return null;
  if (
    /and|or/i.test(between) &&
    !/\b(?:between|range of)\s(?:(?:an? )?(?:loss|earnings|income|profit) of )?\+?$/i.test(
      text.slice(Math.max(0, first.at - 24), first.at),
    ) &&
    !/^ previously\b/i.test(text.slice(second.end, second.end + 12))
  )
    return null;
  if (first.kind === "percent" && second.kind !== "percent") return null;
  const kind = second.kind;
  const scale = second.scale ?? first.scale;
  // In "$950 million to $1.05 billion", the two ends have different units, so the first is converted.
  const factor = first.scale !== null && second.scale !== null ? first.scale / second.scale : 1;
  // In "a loss of $0.02 to earnings of $0.04", each end has its own sign.
  const isFromLoss = /\bloss of $/i.test(text.slice(Math.max(0, first.at - 8), first.at));
  const hasOwnSigns = isFromLoss && / of /.test(between);
  // "(2%)" alone may be a remark, but in "(2%) to 1%" it is negative.
  const isBracketedDecrease = first.isBracketed && kind === "percent" && first.low > 0;
  const [a, b] = [
    first.low * factor * (hasOwnSigns || isBracketedDecrease ? -1 : 1),
    hasOwnSigns && joiner?.groups?.loss
      ? 0 - second.low
      : isDashed && !second.isBracketed
        ? Math.abs(second.low)
        : second.low,
  ];
  // In "loss of $0.26 to $0.16", the larger number is written first, so the two ends are sorted.
  return {
    low: Math.min(a, b),
    high: Math.max(a, b),
    isRange: true,
    kind,
    scale,
    hasCurrency: first.hasCurrency || second.hasCurrency,
    currency: first.hasCurrency ? first.currency : second.currency,
    at: first.at,
    end: second.end,
  };
}

/** Returns a range with both signs changed, as for a loss or a decline. The high end becomes the low end. */
export function negated<Range extends { low: number; high: number }>(range: Range): Range {
  return { ...range, low: 0 - range.high, high: 0 - range.low };
}
