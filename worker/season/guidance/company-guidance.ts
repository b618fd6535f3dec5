import type { CompanyGuidance, GrowthLine, GuidanceLine } from "#contract/company-guidance.ts";
import type { GrowthGuidance, Guidance, ReleaseItems } from "#contract/company-release.ts";
import { daysBetween } from "#contract/time.ts";
import { toCents } from "#model/history.ts";
import { isSameMetricAndPeriod } from "../release/agreed-guidance.ts";
import type { StoredReport } from "../report.ts";

export type ReadRelease = {
  accession: string;
  filingDate: string;
  acceptedAt: Date;
  url: string | null;
  items: ReleaseItems | null;
  /** The rules and the language model read the release differently, so its guidance waits for a reviewer. */
  isDisputed: boolean;
};

type Company = { currency: string | null; basis: "adjusted" | "gaap" | null; isSimulated: boolean };

/** A release belongs to a report when it is filed at most this many days before or after the report date. */
const FILED_DAYS = { before: 1, after: 6 } as const;
/** The least and most days from one quarter's end to the next. */
const QUARTER_DAYS = { least: 75, most: 110 } as const;
const MAX_LINES = 6;
const MAX_GROWTH = 4;
const MAX_PAST = 4;
/**
 * When a release's EPS and the source's differ by a larger factor, a split lies between them and they refer to
 * different shares.
 */
const SAME_SHARE = 1.4;

/**
 * What a company's releases say about a quarter. A later filing, such as an amendment, replaces an earlier
 * statement about the same subject.
 */
type QuarterStatement = { report: StoredReport; releases: ReadRelease[]; items: ReleaseItems };

/**
 * Returns a company's latest guidance, with the consensus for the next quarter, and how its past guidance
 * compares with the reported EPS. `releases` may have any order and have one row per exhibit. A pure function.
 */
export function companyGuidanceOf(
  releases: readonly ReadRelease[],
  reports: readonly StoredReport[],
  company: Company,
): CompanyGuidance {
  const newestFirst = releases.toSorted((a, b) => b.acceptedAt.getTime() - a.acceptedAt.getTime());
  const [newest] = newestFirst;
  const lastDay = newest?.filingDate ?? null;
  // The newest release with what was filed within the days before it, such as a second exhibit or the release
  // that it amends.
  const last = newestFirst.filter(
    ({ filingDate }) => lastDay !== null && daysBetween(filingDate, lastDay) <= FILED_DAYS.after,
  );
  const said = saidIn(newestFirst, reports);
  const announced = reports.find((report) => last.some((release) => isOf(report, release))) ?? null;
  const target = announced && quarterAfter(reports, announced);
  const merged = mergedItems(last);
  const growth = merged.growth.map(({ growth: said, release }) => growthLineOf(said, release));
  const latest = merged.guidance.map(({ guidance, release }): GuidanceLine => {
    const isOpen = target?.reportedEps === null && guidance.periodKind === "next_quarter";
    const isSameShare = announced !== null && isSameShareIn(said, announced);
    return {
      ...lineOf(guidance, release),
      fiscalQuarterEnd: isOpen ? target.fiscalQuarterEnd : null,
      consensus: isOpen && isSameShare ? consensusFor(guidance, target, company) : null,
    };
  });
  const shown = latest.toSorted(byWeight).slice(0, MAX_LINES);
  return {
    state: stateOf(shown, growth, last),
    isSimulated: company.isSimulated,
    releasedOn: lastDay,
    releaseUrl: newest?.url ?? null,
    latest: shown,
    growth: growth.toSorted(byWeight).slice(0, MAX_GROWTH),
    past: pastOf(said, reports, company),
  };
}

function saidIn(releases: readonly ReadRelease[], reports: readonly StoredReport[]): QuarterStatement[] {
  return reports.flatMap((report): QuarterStatement[] => {
    const own = releases.filter((release) => isOf(report, release));
    if (own.length === 0) return [];
    const { guidance, reported } = mergedItems(own);
    return [
      {
        report,
        releases: own,
        items: {
          guidance: guidance.map((item) => item.guidance),
          growth: [],
          reported: reported.map((item) => item.figure),
          outlook: [],
        },
      },
    ];
  });
}

function isOf({ reportDate, isDayKnown }: StoredReport, { filingDate }: ReadRelease): boolean {
  const days = daysBetween(reportDate, filingDate);
  return isDayKnown && days >= -FILED_DAYS.before && days <= FILED_DAYS.after;
}

/**
 * Merges the statements of several releases, given newest first. Of two statements about the same subject the
 * first counts, which is the newer one or, within one filing, that of the first exhibit.
 */
function mergedItems(releases: readonly ReadRelease[]) {
  const guidance: { guidance: Guidance; release: ReadRelease }[] = [];
  const growth: { growth: GrowthGuidance; release: ReadRelease }[] = [];
  const reported = new Map<string, { figure: ReleaseItems["reported"][number]; release: ReadRelease }>();
  const said = releases.flatMap((release) =>
    (release.items?.guidance ?? []).map((statement) => ({ guidance: statement, release })),
  );
  // Guidance that is confirmed without its figures does not replace the figures.
  for (const item of [...said.filter(hasFigures), ...said.filter((item) => !hasFigures(item))]) {
    if (!guidance.some((earlierItem) => isSameMetricAndPeriod(earlierItem.guidance, item.guidance)))
      guidance.push(item);
  }
  for (const release of releases) {
    for (const statement of release.items?.growth ?? []) {
      if (!growth.some((earlierItem) => isSameMetricAndPeriod(earlierItem.growth, statement)))
        growth.push({ growth: statement, release });
    }
    for (const figure of release.items?.reported ?? []) {
      const key = `${figure.metric} ${figure.basis}`;
      if (!reported.has(key)) reported.set(key, { figure, release });
    }
  }
  return { guidance, growth, reported: [...reported.values()] };
}

/** Returns whether guidance states figures or is withdrawn, so it counts before one that only confirms. */
function hasFigures({ guidance: { low, high, action } }: { guidance: Guidance }): boolean {
  return low !== null || high !== null || action === "withdrawn";
}

function quarterAfter(
  reports: readonly StoredReport[],
  { fiscalQuarterEnd }: StoredReport,
): StoredReport | null {
  return (
    reports.find((report) => {
      const days = daysBetween(fiscalQuarterEnd, report.fiscalQuarterEnd);
      return days >= QUARTER_DAYS.least && days <= QUARTER_DAYS.most;
    }) ?? null
  );
}

function lineOf(guidance: Guidance, { filingDate, url }: ReadRelease): GuidanceLine {
  const { metric, basis, period, periodKind, low, high, currency, action, quote } = guidance;
  return {
    metric,
    basis,
    period,
    periodKind,
    low,
    high,
    currency,
    action,
    quote,
    url,
    filedOn: filingDate,
    fiscalQuarterEnd: null,
    consensus: null,
    reported: null,
    place: null,
  };
}

function growthLineOf(
  { offset: _, ...growth }: GrowthGuidance,
  { filingDate, url }: ReadRelease,
): GrowthLine {
  return { ...growth, filedOn: filingDate, url };
}

/**
 * Returns the consensus on the guidance's measure, currency and basis, or null when there is none. Analysts'
 * EPS counts as adjusted unless the company's basis is known.
 */
function consensusFor(
  { metric, basis, currency }: Guidance,
  report: StoredReport,
  company: Company,
): number | null {
  if (currency !== company.currency) return null;
  if (metric === "revenue") return report.consensusRevenue;
  return basis === (company.basis ?? "adjusted") ? report.consensusEps : null;
}

/**
 * Returns past guidance for quarters whose EPS is reported by now, newest first. For a quarter with guidance on
 * both bases, the company's known basis counts, or adjusted if it is not known.
 */
function pastOf(
  said: readonly QuarterStatement[],
  reports: readonly StoredReport[],
  company: Company,
): GuidanceLine[] {
  const lines = said.flatMap(({ report, releases, items }): GuidanceLine[] => {
    const after = quarterAfter(reports, report);
    const next = after && said.find((quarterSaid) => quarterSaid.report === after);
    if (!next || after.reportedEps === null || !after.isComparable) return [];
    if (!isSameShareIn(said, report) || !isSameShareIn(said, after)) return [];
    return items.guidance.flatMap((guidance): GuidanceLine[] => {
      const { metric, basis, periodKind, currency, low, high, action } = guidance;
      if (metric !== "eps" || periodKind !== "next_quarter" || action === "withdrawn") return [];
      const figure = next.items.reported.find(
        (line) => line.metric === "eps" && line.basis === basis && line.currency === currency,
      );
      const release = releases.find((candidate) => candidate.items?.guidance.includes(guidance));
      if (!figure || !release || (low === null && high === null)) return [];
      const place = placeOf(figure.value, low, high);
      const quarter = after.fiscalQuarterEnd;
      return [{ ...lineOf(guidance, release), fiscalQuarterEnd: quarter, reported: figure.value, place }];
    });
  });
  const usual = company.basis ?? "adjusted";
  // A quarter with guidance on both bases counts once.
  const ofQuarter = Map.groupBy(lines, ({ fiscalQuarterEnd }) => fiscalQuarterEnd);
  return [...ofQuarter.values()]
    .flatMap((same) => same.find(({ basis }) => basis === usual) ?? same[0] ?? [])
    .toSorted((a, b) => (a.filedOn < b.filedOn ? 1 : -1))
    .slice(0, MAX_PAST);
}

function placeOf(value: number, low: number | null, high: number | null): GuidanceLine["place"] {
  const cents = toCents(value);
  if (high !== null && cents > toCents(high)) return "above";
  if (low !== null && cents < toCents(low)) return "below";
  if (low === null || high === null || low === high) return null;
  return cents >= (toCents(low) + toCents(high)) / 2 ? "upper" : "lower";
}

/**
 * Returns whether the EPS of the quarter's release and that of the source are for the same share. They differ
 * after a split.
 */
function isSameShareIn(said: readonly QuarterStatement[], report: StoredReport): boolean {
  const own = said
    .find((quarterSaid) => quarterSaid.report === report)
    ?.items.reported.filter(({ metric }) => metric === "eps");
  const reportedEps = report.reportedEps;
  if (!own || own.length === 0 || reportedEps === null) return report.isComparable;
  if (reportedEps === 0) return true;
  return own.some(({ value }) => {
    const ratio = Math.abs(value / reportedEps);
    return ratio <= SAME_SHARE && ratio >= 1 / SAME_SHARE;
  });
}

const weights = { next_quarter: 0, full_year: 1, other: 2 } as const;

type Weighed = Pick<GuidanceLine, "periodKind" | "metric" | "basis">;

function byWeight(a: Weighed, b: Weighed): number {
  const weight = ({ periodKind, metric, basis }: Weighed) =>
    4 * weights[periodKind] + (metric === "eps" ? 0 : 2) + (basis === "gaap" ? 1 : 0);
  return weight(a) - weight(b);
}

/**
 * Returns the state of the company's latest guidance. When EPS and revenue guidance changed in different
 * directions, EPS decides.
 */
function stateOf(
  amounts: readonly GuidanceLine[],
  growth: readonly GrowthLine[],
  last: readonly ReadRelease[],
): CompanyGuidance["state"] {
  if (last.length === 0) return "none_known";
  const lines = [...amounts, ...growth];
  if (lines.length === 0) {
    if (last.some(({ isDisputed }) => isDisputed)) return "disputed";
    return last.some(({ items }) => items !== null) ? "none" : "unread";
  }
  const ofEps = lines.filter(({ metric }) => metric === "eps");
  for (const lineGroup of [ofEps, lines]) {
    const actions = new Set(lineGroup.map(({ action }) => action));
    if (actions.has("withdrawn")) return "withdrawn";
    if (actions.has("raised") !== actions.has("lowered")) return actions.has("raised") ? "raised" : "lowered";
  }
  return "given";
}
