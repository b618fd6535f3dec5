import { daysBetween } from "#contract/time.ts";
import { toCents } from "#model/history.ts";
import { type PastConsensus, REVISION_DAYS } from "#model/revisions.ts";
import type { PastEstimate } from "../history/alpha-vantage.ts";
import { type BadRow, csvRows, type EarningsEvent, HistoryError, isDay, symbolOf, textOf } from "./events.ts";

export const PAST_ESTIMATE_COLUMNS = [
  "symbol",
  "fiscal_quarter_end",
  "consensus_eps",
  ...REVISION_DAYS.map((days) => `days_ago_${days}`),
] as const;

export function rowOf({ symbol, fiscalQuarterEnd, consensusEps, past }: PastEstimate): string[] {
  return [symbol, fiscalQuarterEnd, consensusEps, ...REVISION_DAYS.map((days) => past[days])].map((cell) =>
    String(cell ?? ""),
  );
}

type Estimates = Map<string, PastEstimate[]>;

/** A company without quarters has a line with its symbol alone. Throws HistoryError. */
export function readEstimates(file: string): { estimates: Estimates; badRows: BadRow[] } {
  const [header = [], ...rows] = csvRows(textOf(file));
  if (header.join() !== PAST_ESTIMATE_COLUMNS.join())
    throw new HistoryError(`${file}: its columns are not ${PAST_ESTIMATE_COLUMNS.join(",")}`);
  const numberOf = (cell = "") =>
    cell.trim() === "" || !Number.isFinite(Number(cell)) ? null : Number(cell);
  const badRows: BadRow[] = [];
  const read = rows.flatMap(([name = "", day = "", consensus, ...cells], i): PastEstimate[] => {
    if (day === "" && consensus === undefined) return [];
    const consensusEps = numberOf(consensus);
    const reason = !isDay(day) ? `fiscal_quarter_end "${day.slice(0, 20)}" is not a day` : null;
    if (reason || consensusEps === null) {
      badRows.push({ line: i + 2, reason: reason ?? "consensus_eps is not a number" });
      return [];
    }
    const [week = null, month = null, second = null, third = null] = cells.map(numberOf);
    const past: PastConsensus = { 7: week, 30: month, 60: second, 90: third };
    return [{ symbol: symbolOf(name), fiscalQuarterEnd: day, consensusEps, past }];
  });
  read.sort((one, other) => one.fiscalQuarterEnd.localeCompare(other.fiscalQuarterEnd));
  return { estimates: Map.groupBy(read, ({ symbol }) => symbol), badRows };
}

/** A vendor may rewrite its past, so at least this many of its values for a day must equal ours to the cent. */
const LEAST_COMPARED = 200;
const LEAST_AGREED = 0.95;
const CENT = 0.01;
/** Days from a quarter's end to its report. */
const MAX_LAG_DAYS = 100;

type Comparison = { days: keyof PastConsensus; compared: number; agreed: number; isAccepted: boolean };

/** Uses the vendor's values only for days on which they were proved equal to ours. The store's own values stay. */
export function withEstimates(
  { files, archive }: Record<"files" | "archive", readonly (readonly EarningsEvent[])[]>,
  estimates: ReadonlyMap<string, readonly PastEstimate[]>,
  leastCompared = LEAST_COMPARED,
): { files: EarningsEvent[][]; archive: EarningsEvent[][]; claimed: number; comparisons: Comparison[] } {
  const claimOf = (event: EarningsEvent) => claimed(event, estimates.get(symbolOf(event.symbol)) ?? []);
  const known = archive.flat().flatMap((event) => {
    const claim = claimOf(event);
    return event.revisions && claim ? [{ own: event.revisions, claim }] : [];
  });
  const comparisons = REVISION_DAYS.map((days): Comparison => {
    const pairs = known.flatMap(({ own, claim }) => {
      const [one, other] = [own[days], claim[days]];
      return one === null || other === null ? [] : [Math.abs(toCents(one) - toCents(other))];
    });
    const agreed = pairs.filter((difference) => difference < 1.5 * CENT).length;
    const isAccepted = pairs.length >= leastCompared && agreed >= LEAST_AGREED * pairs.length;
    return { days, compared: pairs.length, agreed, isAccepted };
  });
  const acceptedDays = new Set(comparisons.filter(({ isAccepted }) => isAccepted).map(({ days }) => days));
  const filled = (event: EarningsEvent): EarningsEvent => {
    const claim = acceptedDays.size > 0 ? claimOf(event) : null;
    if (!claim) return event;
    const cells = REVISION_DAYS.map((days) => [
      days,
      event.revisions?.[days] ?? (acceptedDays.has(days) ? claim[days] : null),
    ]);
    return { ...event, revisions: Object.fromEntries(cells) as PastConsensus };
  };
  return {
    files: files.map((events) => events.map(filled)),
    archive: archive.map((events) => events.map(filled)),
    claimed: [...files, ...archive].flat().filter(claimOf).length,
    comparisons,
  };
}

/** Returns the last quarter's estimate, unless it is on another basis than the report. */
function claimed(
  { reportDate, epsEstimate }: EarningsEvent,
  estimates: readonly PastEstimate[],
): PastConsensus | null {
  const claim = estimates.findLast(({ fiscalQuarterEnd }) => {
    const days = daysBetween(fiscalQuarterEnd, reportDate);
    return days > 0 && days <= MAX_LAG_DAYS;
  });
  if (!claim || Math.abs(toCents(claim.consensusEps) - toCents(epsEstimate)) >= 1.5 * CENT) return null;
  return claim.past;
}
