import type { Amount } from "./amounts.ts";
import { itemsBetween, type Layout } from "./layout.ts";
import type { Measure } from "./measures.ts";
import { MONTH_NAMES, type Period } from "./periods.ts";
import { respectiveOf } from "./respective.ts";

export type GuidanceColumn = {
  amount: Amount;
  /** The earlier guidance that `amount` replaces. */
  prior: Amount | null;
  /** The period that the head of the column names. */
  kind: Period | null;
  basis: "gaap" | "adjusted" | null;
  isTable: boolean;
};

const PRIOR = /\b(?:previous(?:ly)?|prior|compared (?:to|with)|from|versus|earlier|original|former)\b/i;
const NEW = "(?:current|updated|new(?! (?:stores?|restaurants?|units?|products?|hires))|revised|latest)";
const OLD = "(?:prior|previous|original|initial|former|old)";
const HEADS = new RegExp(
  `\\b(?=(?<priorFirst>${OLD}\\b[^.;$%]{0,70}?\\b${NEW}\\b)|(?<currentFirst>${NEW}\\b[^.;$%]{0,70}?\\b${OLD}\\b))`,
  "gi",
);
const DATE = `\\b(${MONTH_NAMES.join("|")})(?: (\\d{1,2})(?!\\d))?(?:,? (20\\d\\d))?`;
/**
 * Matches two dates as heads of neighboring columns, as in "April 2023 January 2023" and "As of July 28 As of
 * October 24".
 */
const DATED = new RegExp(`${DATE}[^.;$%\\d]{0,24}${DATE}`, "gi");
const RANGING = /\brang(?:e|es|ed|ing) from $/i;
const HEAD_REACH = 2_200;

/**
 * Matches heads of one GAAP and one non-GAAP column, as in "GAAP Adjustments Non-GAAP" and "GAAP(1) Outlook
 * Non-GAAP(2) Outlook". Words that show a sentence in between exclude a match.
 */
const BASES =
  /\b([Nn][Oo][Nn][-‑–] ?)?GAAP(?:\(\d\)| (?!TO\b|AND\b|OR\b)[A-Z][\w-]{0,20}| (?:adjustments?|reconciling|special|items|outlook|guidance)| \*{1,3}){0,6}? ([Nn][Oo][Nn][-‑–] ?)?GAAP\b(?! (?:[Rr]econciliation|[Mm]easures?|[Ff]inancial))/g;

/** Matches words between two figures that give the second one another basis, as in "; non-GAAP: ". */
const OTHER_BASIS = /^[;,]? (?:and )?(?:(GAAP|reported)|non-GAAP|adjusted)(?: of)?:? $/i;

function basesAt(text: string, at: number): ["gaap" | "adjusted", "gaap" | "adjusted"] | null {
  const head = [...text.slice(Math.max(0, at - 600), at).matchAll(BASES)].at(-1);
  if (!head || Boolean(head[1]) === Boolean(head[2])) return null;
  return head[1] ? ["adjusted", "gaap"] : ["gaap", "adjusted"];
}

/**
 * Splits a row's amounts into columns: one for each period or basis, with the earlier guidance that it
 * replaces. Returns null when it is unclear what the columns mean.
 */
export function guidanceColumnsOf(
  layout: Layout,
  measure: Measure,
  all: readonly Amount[],
): GuidanceColumn[] | null {
  const { text } = layout;
  const money = all.filter(
    ({ kind, at }) => kind === "money" && !/\/\s?$/.test(text.slice(Math.max(0, at - 2), at)),
  );
  const [first, second] = money;
  if (!first) return null;
  const single = { amount: first, prior: null, kind: null, basis: null, isTable: false };
  const bases = basesAt(text, measure.at);
  const last = money.at(-1);
  if (bases && last && last !== first && last.isRange === first.isRange && money.length <= 3)
    return measure.metric === "revenue"
      ? first.low === last.low && first.high === last.high
        ? [single]
        : null
      : [
          { ...single, basis: bases[0] },
          { ...single, amount: last, basis: bases[1] },
        ];
  const next = measure.metric === "eps" ? OTHER_BASIS.exec(text.slice(first.end, second?.at)) : null;
  if (next && second)
    return [
      { ...single, basis: next[1] ? "adjusted" : "gaap" },
      { ...single, amount: second, basis: next[1] ? "gaap" : "adjusted" },
    ];
  const head = heads(layout, measure.at);
  const between = second ? text.slice(first.end, second.at) : "";
  const isBare =
    second !== undefined &&
    /^[\s/|–—NA]*$/.test(
      between.replace(/\/ ?\$?[\d.,]{1,16} ?[BMK%]?|[~(]?\d{1,4}(?:\.\d{1,3})?\)? ?%|[–-]|\bto\b/g, ""),
    );
  const named = respectiveOf(layout, measure);
  if (named?.periods)
    return named.amounts.map((amount, i) => ({ ...single, amount, kind: named.periods?.[i] ?? null }));
  if (named && !named.measures && measure.metric === "revenue") return null;
  const each = second && periodOfEach(layout, first, second);
  if (each)
    return [
      { ...single, kind: each[0] },
      { ...single, amount: second, kind: each[1] },
    ];
  const own = second && itemsBetween(layout.periods, first.end, second.at);
  if (
    second &&
    own?.length === 1 &&
    own[0] &&
    /^,? ?and (?:for|in) [^.;$%]{0,60}$/i.test(between) &&
    first.isRange === second.isRange
  )
    return [single, { ...single, amount: second, kind: own[0] }];
  const before = text.slice(Math.max(measure.end, first.at - 60), first.at);
  if (
    second &&
    (first.isRange || !RANGING.test(before)) &&
    /\bfrom (?:(?:a|an|the|its|our|prior|previous|range|guidance|of|estimate|outlook) ?){0,6}$/i.test(before)
  ) {
    const isReplaced = second.isRange === first.isRange && /\bto\b/i.test(between) && between.length < 60;
    return isReplaced ? [{ ...single, amount: second, prior: first }] : null;
  }
  if (second && !isBare && PRIOR.test(between) && between.length < 90 && isReplacedBy(text, first, second)) {
    // In "$1.20 in the fourth quarter; our prior full-year range was", the earlier range is that of another period.
    const isOfOther = new Set(own?.map(({ kind }) => kind)).size > 1;
    return [isOfOther ? single : { ...single, prior: second }];
  }
  if (!isBare || !second) return head?.kinds && isBare ? null : [single];
  if (first.isRange !== second.isRange && !head?.kinds) return null;
  if (!head) return null;
  // Four columns under two heads are unclear. A third amount of another form may be the change between the two.
  const third = money[2];
  const isThirdAlike =
    third !== undefined && third.isRange === first.isRange && (third.isRange || head.kinds !== undefined);
  if (isThirdAlike && /^[\s–—]*$/.test(text.slice(second.end, third.at))) return null;
  if (head.kinds)
    return head.kinds.map((kind, i) => ({
      ...single,
      amount: i === 0 ? first : second,
      kind,
      isTable: true,
    }));
  const [current, prior] = head.order === "current first" ? [first, second] : [second, first];
  return [{ ...single, amount: current, prior, isTable: true }];
}

/**
 * Returns whether `prior` is the guidance that `now` replaces. A range replaces a range. A single figure was
 * replaced in "compared with $7.65 previously", but is a past result in "compared with $0.66 a year ago".
 */
function isReplacedBy(text: string, now: Amount, prior: Amount): boolean {
  if (prior.isRange === now.isRange) return true;
  return (
    now.isRange &&
    (/^ ?previously\b/i.test(text.slice(prior.end, prior.end + 14)) ||
      /\b(?:prior|previous|earlier|initial) (?:guidance|outlook|expectations?|estimate|forecast)\b/i.test(
        text.slice(now.end, prior.at),
      ))
  );
}

/**
 * Returns the periods of two amounts that each name their own, as in "$50 million in the first quarter and $220
 * million for the full year".
 */
function periodOfEach({ text, periods }: Layout, first: Amount, second: Amount): [Period, Period] | null {
  const [own, other] = itemsBetween(periods, first.end, second.at);
  const [two] = itemsBetween(periods, second.end, second.end + 60);
  if (!own || other || !two || own.kind === two.kind || first.isRange !== second.isRange) return null;
  const isJoined =
    /^(?: per (?:\w+ ){0,2}share)? (?:in|for) (?:the |our |its )?$/i.test(text.slice(first.end, own.at)) &&
    /^(?: of 20\d\d)?,? and (?:of )?(?:approximately )?$/i.test(text.slice(own.end, second.at)) &&
    /^(?: per (?:\w+ ){0,2}share)? (?:in|for) (?:the |our |its )?$/i.test(text.slice(second.end, two.at));
  return isJoined ? [own, two] : null;
}

const ENDS = /\blow(?:[- ]end)?\b(?: (?:mid(?:dle|[- ]?point)?|to|-|–))? high(?:[- ]end)?\b/gi;

/**
 * Joins the amounts under the heads "Low" and "High", possibly with a midpoint between them, into one range.
 * The heads may be repeated for each period.
 */
export function withEndsJoined(text: string, own: readonly Amount[]): Amount[] {
  const [low] = own;
  if (!low) return [];
  const before = text.slice(Math.max(0, low.at - 1_500), low.at);
  const heads = [...before.matchAll(ENDS)];
  const head = heads.at(-1);
  const hasMiddle = head !== undefined && /mid/i.test(head[0]);
  const [middle, high, ...rest] = hasMiddle ? own.slice(1) : [low, ...own.slice(1)];
  if (!head || !middle || !high || low.isRange || high.isRange || low.kind !== high.kind) return [...own];
  if (middle.low < low.low || high.low < middle.low) return [...own];
  const isAdjacent =
    /^[ ~–-]*$/.test(text.slice(middle.end, high.at)) &&
    (!hasMiddle || /^[ ~–-]*$/.test(text.slice(low.end, middle.at)));
  if (!isAdjacent || /\b(?:months|weeks) ended\b/i.test(before.slice(head.index))) return [...own];
  const headBefore = heads.at(-2);
  const isOncePerPeriod =
    headBefore !== undefined && head.index - (headBefore.index + headBefore[0].length) < 12;
  const joined = { ...low, high: high.high, isRange: true, scale: low.scale ?? high.scale, end: high.end };
  return [joined, ...(isOncePerPeriod ? withEndsJoined(text, rest) : rest)];
}

type Heads = { at: number; order?: "current first" | "prior first"; kinds?: [Period, Period] };

function newestFirst([, month1, day1, year1, month2, day2, year2]: RegExpExecArray): boolean | null {
  const dayOf = (year: string | undefined, month = "", day = "0") =>
    (Number(year ?? 0) * 12 + MONTH_NAMES.findIndex((name) => name.toLowerCase() === month.toLowerCase())) *
      31 +
    Number(day);
  const [firstDay, two] = [dayOf(year1 ?? year2, month1, day1), dayOf(year2 ?? year1, month2, day2)];
  return firstDay === two ? null : firstDay > two;
}

/**
 * Returns the last pair of heads for current and earlier guidance. Of overlapping pairs, as in "updated its
 * guidance Prior Updated", it is the one whose two words are closest.
 */
function namedHeads(block: string): Heads | null {
  let best: { at: number; length: number; order: Heads["order"] } | null = null;
  for (const { index, groups } of [...block.matchAll(HEADS)].toReversed()) {
    const { length } = groups?.priorFirst ?? groups?.currentFirst ?? "";
    if (best && index + length <= best.at) break;
    if (!best || length <= best.length)
      best = { at: index, length, order: groups?.priorFirst ? "prior first" : "current first" };
  }
  return best;
}

function heads(layout: Layout, at: number): Heads | null {
  const { text, periods } = layout;
  const from = Math.max(0, at - HEAD_REACH);
  const block = text.slice(from, at);
  const found: Heads[] = [];
  const named = namedHeads(block);
  if (named) found.push(named);
  const dated = [...block.matchAll(DATED)].at(-1);
  const isNewestFirst = dated && newestFirst(dated);
  if (dated && isNewestFirst !== null)
    found.push({ at: dated.index, order: isNewestFirst ? "current first" : "prior first" });
  const spans = itemsBetween(periods, from, at);
  for (let i = spans.length - 2; i >= 0; i--) {
    const [firstSpan, two] = [spans[i], spans[i + 1]];
    if (!firstSpan || !two || two.at - firstSpan.end > 45 || firstSpan.kind === two.kind) continue;
    if (/[.;,](?! 20\d\d\b)/.test(text.slice(firstSpan.end, two.at))) continue;
    found.push({ at: firstSpan.at - from, kinds: [firstSpan, two] });
    break;
  }
  return found.toSorted((a, b) => b.at - a.at)[0] ?? null;
}
