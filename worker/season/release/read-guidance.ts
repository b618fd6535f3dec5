import { type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { type Amount, isChange } from "./amounts.ts";
import { actionOf, changeOf } from "./guidance-action.ts";
import { columnsOf, withEndsJoined, withoutActual } from "./guidance-columns.ts";
import { EXPECTS, headingBefore, isReportedQuarter, periodKindOf, periodOf } from "./guidance-period.ts";
import { type Layout, lastBefore, sentenceAround, sized, within } from "./layout.ts";
import { basisIn, type Measure } from "./measures.ts";
import type { Period } from "./periods.ts";

/** Characters between what is guided and its figure, and after which a row has ended. */
const GAP = 170;
const ROW = 320;
/** Places, before they are compared with each other; no release has a fifth of it. */
const MOST_FOUND = 300;

const WAS = /\b(?:was|were|reported|achieved|totaled)\b[^;:]{0,70}$/i;
/** "flat with the $3.10 reported in fiscal 2024" */
const WAS_REPORTED =
  /^\s*(?:per (?:\w+ ){0,2}share )?(?:reported|earned|recorded|achieved|posted|delivered)\b/i;
const PAST =
  /\b(?:compared (?:to|with)|versus|vs|exceed\w*|(?:above|below|than|beat|met|within) (?:the|our|its|prior|previous|\w+ end)|previous(?:ly)?|prior(?! year)|earlier|originally|withdr\w+)\b[^;:]{0,70}$/i;
const INCLUDED =
  /\b(?:including|includes?|excluding|excludes?|impact|up|down|contribut\w+|approximately \d+)\b[^,;]{0,80}$/i;
const HISTORY =
  /\b(?:expects? to report|preliminary (?:\w+ ){0,2}(?:results|revenues?|sales|EPS)|had (?:expected|guided|anticipated)|previously (?:provided|issued|announced|expected)|analysts?[’']? (?:consensus|estimates?|expect\w*)|consensus (?:estimates?|of)|Street|FactSet|Refinitiv)\b/i;
const COMPARED = /\b(?:over|compared (?:to|with)|versus|vs\.?|than|from)\s[^.;,$]{0,45}$/i;
const OTHER_PER_SHARE =
  /\b(?:FFO|funds from operations|dividends?|distributions?|book value|cash flow|NAV|price|repurchase[ds]?|tax|charges?|costs?|expenses?|impact|benefit|headwind|tailwind|dilution|accreti\w+|comparable basis|earnings power|operational|constant[- ]currency|organic)\b[^,;.\d%]{0,50}$/i;

type Row = { measure: Measure; from: number; amounts: Amount[] };

/** Ranges and points the company gives for a time ahead. What is of the past, of a part, or unclear is left out. */
export function readGuidance(layout: Layout, filed: string | null): Guidance[] {
  const found: Guidance[] = [];
  for (const measure of layout.measures) {
    if (found.length > MOST_FOUND) break;
    if (measure.metric !== "other") found.push(...guidedBy(layout, measure, filed));
  }
  return [...agreed(found), ...readWithdrawn(layout, filed)];
}

function guidedBy(layout: Layout, measure: Measure, filed: string | null): Guidance[] {
  const { text } = layout;
  const row = rowBefore(layout, measure) ?? rowAfter(layout, measure);
  const [first] = row?.amounts ?? [];
  if (!row || !first) return [];
  const sentence = sentenceAround(layout, first.at - 1);
  const from = Math.max(sentence.from, first.at - 420);
  const lead = text.slice(from, first.at);
  if (HISTORY.test(lead)) return [];
  const said = lead.replace(
    /\b(?:(?:better|higher|lower|stronger|more|less)[- ])?(?:than|as)[- ](?:we )?expected\b/gi,
    "",
  );
  const isSaid = EXPECTS.test(said);
  const heading = headingBefore(layout, Math.min(measure.at, first.at));
  if (!isSaid && !heading) return [];
  const isOnlyUnderHeading = !isSaid && (!first.isRange || first.at - measure.end > 110);
  const isApproximate = /(?:approximately|about|roughly|around|at least|~)\s?$/i.test(lead);
  if (isOnlyUnderHeading && !(isApproximate && heading)) return [];
  if (!first.isRange && isSaid && !isApproximate && !isPointSaid(said)) return [];
  const near = text
    .slice(Math.max(row.from, first.at - 90), first.at)
    .replace(/\bchange vs\.? prior year/i, "");
  if (!first.isRange && (WAS.test(near) || WAS_REPORTED.test(text.slice(first.end, first.end + 40))))
    return [];
  if (/\b(?:including|excluding|includes|of which)\s(?:approximately |about )?$/i.test(near)) return [];
  if (INCLUDED.test(text.slice(Math.max(measure.end, first.at - 60), first.at)) && !/,[^,]*$/.test(near))
    return [];
  const columns = columnsOf(layout, measure, row.amounts);
  if (!columns) return [];
  return columns.flatMap(({ amount, prior, kind, basis: head, isUnchanged }): Guidance[] => {
    if (!prior && !columns[0]?.isTable && PAST.test(near)) return [];
    const period = kind ?? periodOf(layout, first, from, heading);
    const periodKind = period && periodKindOf(period, filed);
    const fitting = sized(layout, measure.metric === "eps" ? "eps" : "revenue", amount, measure.end);
    if (!period || !periodKind || !fitting || isReportedQuarter(layout, period)) return [];
    const words = text.slice(row.from, amount.at);
    const basis = basisIn(words);
    const afterwards = text.slice(amount.end, amount.end + 40);
    const isLoss =
      /\bloss(?:es)?(?: per (?:\w+ ){0,3}share)?(?: (?:of|between|in the range of|is expected to be))?[^$]{0,40}$/i.test(
        words,
      ) && !/\(loss\)|income|earnings|profit/i.test(words);
    const signed =
      isLoss && fitting.low > 0 ? { ...fitting, low: -fitting.high, high: -fitting.low } : fitting;
    const plusMinus =
      /^,? ?(?:plus or minus|±|\+\/-) ?(\$?)(\d+(?:\.\d+)?) ?(%|percent|million|billion)?/i.exec(afterwards);
    const spread = plusMinus && spreadOf(signed, plusMinus);
    const isLeast =
      !amount.isRange && /\b(?:at least|more than|greater than|or more|in excess of)\s*$/i.test(lead);
    const end = amount.end + (plusMinus && spread ? plusMinus[0].length : 0);
    const start = quoteStart(sentence.from, row.from, period, end);
    const sizedPrior =
      prior && sized(layout, measure.metric === "eps" ? "eps" : "revenue", prior, measure.end);
    return [
      {
        metric: measure.metric === "eps" ? "eps" : "revenue",
        basis:
          measure.metric === "revenue"
            ? null
            : (head ?? trailingBasis(afterwards) ?? (basis === "adjusted" ? "adjusted" : "gaap")),
        period: period.text.slice(0, 120),
        periodKind,
        low: spread?.low ?? signed.low,
        high: isLeast ? null : (spread?.high ?? signed.high),
        currency: amount.currency,
        action: isUnchanged
          ? "maintained"
          : sizedPrior
            ? changeOf(sizedPrior, signed)
            : actionOf(layout, { from: sentence.from, at: row.from, to: end }, periodKind, heading),
        quote: text.slice(start, end).trimEnd(),
        offset: start,
      },
    ];
  });
}

function trailingBasis(after: string): "gaap" | "adjusted" | null {
  const said = /^(?: per (?:\w+ ){0,2}share)?,? on an? (GAAP|non-GAAP|adjusted) basis/i.exec(after)?.[1];
  return said ? (said.toUpperCase() === "GAAP" ? "gaap" : "adjusted") : null;
}

function spreadOf(
  amount: Amount,
  [, dollar, digits, unit]: RegExpExecArray,
): { low: number; high: number } | null {
  if (amount.isRange) return null;
  const size = Number(digits);
  const isShare = unit === "%" || unit?.toLowerCase() === "percent";
  const by = isShare
    ? Math.abs(amount.low) * (size / 100)
    : size * (unit === "million" ? 1e6 : unit === "billion" ? 1e9 : 1);
  if (!isShare && !dollar) return null;
  const exact = (value: number) => Number(value.toPrecision(12));
  return { low: exact(amount.low - by), high: exact(amount.low + by) };
}

const WITHDRAWS =
  /\b(?:withdraw(?:s|ing)|(?:is|are) suspending|suspends|has withdrawn|have withdrawn)\b[^.;]{0,140}\b(?:guidance|outlook)\b/gi;

/** Only what is said of now, of a named metric and period: a suspension told as history is none. */
function readWithdrawn(layout: Layout, filed: string | null): Guidance[] {
  const { text } = layout;
  const found = [...text.matchAll(WITHDRAWS)].flatMap(({ index }): Guidance[] => {
    const sentence = sentenceAround(layout, index);
    const from = Math.max(sentence.from, index - 120);
    const to = Math.min(sentence.to, index + 300);
    const period = within(layout.periods, index, to)[0] ?? within(layout.periods, from, index).at(-1);
    const periodKind = period && periodKindOf(period, filed);
    if (!period || !periodKind) return [];
    return within(layout.measures, index, to).flatMap((measure): Guidance[] => {
      if (measure.metric === "other") return [];
      const basis = basisIn(text.slice(Math.max(from, measure.at - 60), measure.at));
      return [
        {
          metric: measure.metric,
          basis: measure.metric === "revenue" ? null : basis === "adjusted" ? "adjusted" : "gaap",
          period: period.text,
          periodKind,
          low: null,
          high: null,
          currency: "USD",
          action: "withdrawn",
          quote: text.slice(from, to).trimEnd(),
          offset: from,
        },
      ];
    });
  });
  return agreed(found);
}

/** A single figure needs its verb close to it. */
function isPointSaid(lead: string): boolean {
  return /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|forecast(?:s|ing)?|impl(?:y|ies)|guidance (?:of|is|to)|outlook (?:of|to)|will be|guiding|estimat(?:es?|ed))\b.{0,110}$/i.test(
    lead,
  );
}

function rowAfter(layout: Layout, measure: Measure): Row | null {
  const { text, measures, amounts } = layout;
  const index = lastBefore(measures, measure.at, ({ at }) => at);
  let to = Math.min(text.length, measure.end + ROW, sentenceAround(layout, measure.end).to);
  for (let i = index + 1; i < measures.length; i++) {
    const next = measures[i];
    if (!next || next.at >= to) break;
    if (!isUnitOf(layout, next)) {
      // "Change vs. prior year" and the like name no other figure.
      to = next.at;
      break;
    }
  }
  if (COMPARED.test(text.slice(Math.max(0, measure.at - 60), measure.at))) return null;
  const own = withEndsJoined(text, withoutActual(text, afterGrowth(text, within(amounts, measure.end, to))));
  const [first] = own;
  if (!first || first.at - measure.end > GAP || first.kind === "percent") {
    return null;
  }
  if (measure.metric === "eps" && OTHER_PER_SHARE.test(text.slice(Math.max(0, measure.at - 50), measure.at)))
    return null;
  if (
    measure.metric === "eps" &&
    /comparable basis|annualized|run[- ]rate/i.test(text.slice(measure.end, first.at))
  )
    return null;
  const before = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  const barrier = within(measures, Math.max(0, measure.at - 100), measure.at)
    .filter((one) => !/income|loss|earnings|profit/i.test(text.slice(one.at, one.end)))
    .at(-1);
  const from = Math.max(
    sentenceAround(layout, measure.at).from,
    before ? Math.min(before.end, measure.at) : 0,
    barrier?.end ?? 0,
    measure.at - 90,
  );
  return { measure, from, amounts: own };
}

/** "to $4.05 to $4.15 per share, from $4.00 to $4.20 per share" */
const REPLACED = /(?<!\brang(?:e|es|ed|ing) )\b(?:from|versus|compared (?:to|with)|previously) $/i;
const LEADS_TO =
  /^,? ?(?:to|or|implying|resulting in)(?: (?:a|the))?(?: (?:range|total) of)?(?: approximately)? ?$/i;

/** Without "12% to 13%, to", and without "by $0.10". */
function afterGrowth(text: string, own: readonly Amount[]): Amount[] {
  const [growth, level] = own;
  const isLedTo =
    growth?.kind === "percent" && level?.kind === "money" && LEADS_TO.test(text.slice(growth.end, level.at));
  return (isLedTo ? own.slice(1) : own).filter((amount) => !isChange(amount, text));
}

/** "per share" right after a figure is its unit, not the next row. */
function isUnitOf({ text, amounts }: Layout, measure: Measure): boolean {
  const before = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  return (
    measure.metric === "eps" &&
    before !== undefined &&
    /^\s*(?:a |in )?$/.test(text.slice(before.end, measure.at))
  );
}

/** "net income of $1.20 to $1.30 per diluted share". */
function rowBefore(layout: Layout, measure: Measure): Row | null {
  if (!isUnitOf(layout, measure)) return null;
  const { text, amounts, measures } = layout;
  const amount = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  if (!amount) return null;
  const sentence = sentenceAround(layout, amount.at);
  const words = text.slice(Math.max(sentence.from, amount.at - 170), amount.at);
  if (REPLACED.test(words)) return null;
  if (!/\b(?:earnings|income|loss|profit|EPS)\b/i.test(words) || OTHER_PER_SHARE.test(words.slice(-60)))
    return null;
  // An EPS named before the figure has it already.
  const named = within(measures, Math.max(sentence.from, amount.at - 170), amount.at).some(
    ({ metric }) => metric === "eps",
  );
  const before = amounts[lastBefore(amounts, amount.at - 1, ({ at }) => at)];
  if (named && (!before || before.end < amount.at - 170)) return null;
  return { measure, from: Math.max(sentence.from, amount.at - 170), amounts: [amount] };
}

function quoteStart(sentence: number, row: number, period: Period, end: number): number {
  const wanted = period.at < row && end - period.at < 260 ? Math.max(sentence, period.at) : row;
  const start = end - sentence < 260 ? sentence : wanted;
  return Math.max(start, end - QUOTE_MAX_LENGTH);
}

/** One item for a metric, basis and period; where two places disagree none is left, since either may be misread. */
function agreed(found: readonly Guidance[]): Guidance[] {
  const firsts = found.filter(
    (one, i) => !found.slice(0, i).some((earlier) => isOtherPeriodOf(earlier, one)),
  );
  const groups = Map.groupBy(firsts, ({ metric, basis, periodKind }) => `${metric} ${basis} ${periodKind}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const isSame = (one: Guidance) => close(one.low, first.low) && close(one.high, first.high);
    if (!group.every(isSame)) return group.length > 2 ? majority(group) : [];
    const best = group.find(({ action }) => action !== null) ?? first;
    return [best];
  });
}

/** The same figures for another period: the later place's heading was misread. */
function isOtherPeriodOf(a: Guidance, b: Guidance): boolean {
  return (
    a.metric === b.metric &&
    a.basis === b.basis &&
    a.periodKind !== b.periodKind &&
    close(a.low, b.low) &&
    close(a.high, b.high)
  );
}

function majority(group: readonly Guidance[]): Guidance[] {
  const byValue = [...Map.groupBy(group, ({ low, high }) => `${low} ${high}`).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [most, next] = byValue;
  if (!most?.[0] || most.length === next?.length) return [];
  return [most.find(({ action }) => action !== null) ?? most[0]];
}

/** A headline rounds what its table gives. */
function close(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}
