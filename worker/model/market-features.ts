import { DAY_MS, daysBetween } from "#contract/time.ts";
import {
  clip,
  daysLaterInYear,
  type FeatureFunction,
  isAboutOneYearBefore,
  orNaN,
  PRIOR_BEAT_RATE,
} from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import { SECTORS, type Sector, sectorOf } from "./sector.ts";
import { median, shrunkShare, standardDeviation } from "./statistics.ts";

const USUAL_GAPS = 7;

export const marketFeatures = {
  marketBeatRate: ({ input }) => input.context.marketBeatRate ?? Number.NaN,
  seasonBeatRate: ({ input }) => input.context.seasonBeatRate ?? Number.NaN,
  industryBeatRate: ({ input }) => contextShare(input, "industry", 20),
  peersBeatRate: ({ input }) => contextShare(input, "peersThisSeason", 5),
  isForeign: ({ input }) => (input.isForeign === null ? Number.NaN : Number(input.isForeign)),
  dayOfQuarter: ({ input }) => calendar(input, dayOfQuarter),
  quarterOfYear: ({ input }) => calendar(input, (date) => Math.floor(date.getUTCMonth() / 3)),
  weekday: ({ input }) => calendar(input, (date) => date.getUTCDay()),
  daysSinceLast: ({ input, reportDays }) =>
    orNaN(reportDays[0], (day) => Math.min(200, daysBetween(day, input.upcoming.reportDate))),
  lateness: ({ input, reportDays }) =>
    orNaN(
      reportDays.find((day) => isAboutOneYearBefore(day, input.upcoming.reportDate)),
      (day) => daysLaterInYear(day, input.upcoming.reportDate) ?? Number.NaN,
    ),
  gapToUsual: ({ input, reportDays }) => {
    const gaps = gapsOf(reportDays);
    const [last] = reportDays;
    if (last === undefined || gaps.length < 3) return Number.NaN;
    return clip(daysBetween(last, input.upcoming.reportDate) - median(gaps), 60);
  },
  gapScatter: ({ reportDays }) => {
    const gaps = gapsOf(reportDays);
    return gaps.length < 3 ? Number.NaN : Math.min(60, standardDeviation(gaps));
  },
} as const satisfies Record<string, FeatureFunction>;

/** Returns the days between successive reports, newest first. `reportDays` are newest first. */
function gapsOf(reportDays: readonly string[]): number[] {
  return reportDays.slice(1, 1 + USUAL_GAPS).map((day, i) => daysBetween(day, reportDays[i] ?? day));
}

type SectorFeature = `sector: ${Sector}`;

/**
 * One feature for each sector: 1 for the company's sector and 0 for others. All are NaN when the sector is
 * unknown.
 */
export const sectorFeatures = Object.fromEntries(
  SECTORS.map((sector): [SectorFeature, FeatureFunction] => [
    `sector: ${sector}`,
    ({ input }) => {
      const own = sectorOf(input.sector);
      return own ? Number(own === sector) : Number.NaN;
    },
  ]),
) as Record<SectorFeature, FeatureFunction>;

/**
 * Returns the beat rate of the industry or its peers, shrunk toward the rate of the whole market. `weight` is
 * the number of reports that the market's rate counts for.
 */
function contextShare(input: ForecastInput, name: "industry" | "peersThisSeason", weight: number): number {
  const counts = input.context[name];
  if (!counts) return Number.NaN;
  return shrunkShare(counts.beats, counts.n, input.context.marketBeatRate ?? PRIOR_BEAT_RATE, weight);
}

function calendar({ upcoming }: ForecastInput, read: (date: Date) => number): number {
  return upcoming.isDayKnown ? read(new Date(`${upcoming.reportDate}T00:00:00Z`)) : Number.NaN;
}

/**
 * Returns the days since the calendar quarter began. Companies that report early in a quarter beat at a
 * different rate from those that report late.
 */
function dayOfQuarter(date: Date): number {
  const start = Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1);
  return (date.getTime() - start) / DAY_MS;
}
