import { daysBetween } from "#worker/time.ts";
import type { PastQuarter } from "./model/history.ts";

/** A report from a history file that the operator loaded. */
export type ImportedQuarter = { reportDate: string; epsEstimate: number; epsActual: number; source: string };

/** A report up to this many days from one of the live source's is the same one: vendors differ by days, quarters by 91. */
const SAME_REPORT_DAYS = 45;
/** A hole of more than two quarters: what lies before it is another time. */
const MAX_GAP_DAYS = 200;

/**
 * The imported quarters that go on where the live ones end, newest first: older than every live one, and without a hole
 * between. Without live quarters they go on from `before` (ISO day). Whichever the source says twice counts once, as the
 * live source has it.
 */
export function olderQuarters(
  live: readonly PastQuarter[],
  imported: readonly ImportedQuarter[],
  before: string,
): ImportedQuarter[] {
  const oldestLive = live.map((quarter) => quarter.reportDate).sort()[0];
  const newestFirst = [...imported].sort((a, b) => (a.reportDate < b.reportDate ? 1 : -1));
  const joined: ImportedQuarter[] = [];
  let end = oldestLive ?? before;
  for (const quarter of newestFirst) {
    const gap = daysBetween(quarter.reportDate, end);
    if (gap <= (joined.length === 0 && !oldestLive ? 0 : SAME_REPORT_DAYS)) continue;
    if (gap > MAX_GAP_DAYS) break;
    joined.push(quarter);
    end = quarter.reportDate;
  }
  return joined;
}

/** As the model takes them; their days are known. */
export function pastQuarterOf({ reportDate, epsEstimate, epsActual }: ImportedQuarter): PastQuarter {
  return { reportDate, isDayKnown: true, epsEstimate, epsActual };
}
