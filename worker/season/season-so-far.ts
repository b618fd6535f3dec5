import { and, eq, isNotNull, min, sql } from "drizzle-orm";
import type { SeasonMap } from "#contract/calendar.ts";
import { type BeatShare, type SeasonShare, type SeasonSoFar, seasonSoFarSchema } from "#contract/market.ts";
import { addIsoDays, easternDay, HOUR_MS } from "#contract/time.ts";
import { wilsonInterval } from "#model/statistics.ts";
import { seasonCounts, seasonReports } from "#platform/schema/season.ts";
import { weeksOf } from "./calendar/calendar.ts";
import { dayIndexHint, type PointInTime, pointInTimeTables, withTables } from "./point-in-time.ts";
import { marketCounts } from "./read-context.ts";
import type { SeasonStore } from "./store.ts";
import { storeCounts } from "./store-counts.ts";

const OTHER_SECTOR = "Other";
const MAX_SECTORS = 30;

/** Stored counts are used for this long. When the hourly job is late, the next request counts again. */
const COUNTS_HOLD_MS = 1.25 * HOUR_MS;

/**
 * Returns the beats and reports of the current season. The counts are stored by an hourly job and after each
 * settlement; missing or old ones are counted again.
 */
export async function seasonSoFar(store: SeasonStore, now: Date): Promise<SeasonSoFar> {
  const [row] = await store.db.select().from(seasonCounts).where(isSeasonOf(store));
  const ageMs = row ? now.getTime() - row.countedAt.getTime() : Number.POSITIVE_INFINITY;
  if (row && row.day === easternDay(now) && ageMs >= 0 && ageMs < COUNTS_HOLD_MS) {
    // Counts in the format of another version of the app are not used.
    const { data } = seasonSoFarSchema.safeParse(JSON.parse(row.counts));
    if (data) return data;
  }
  return countSeason(store, now);
}

const isSeasonOf = ({ ledgerId }: SeasonStore) =>
  and(eq(seasonCounts.ledgerId, ledgerId), eq(seasonCounts.kind, "season"));

/** Counts the reports and beats of the current season and stores the counts. */
export async function countSeason(store: SeasonStore, now: Date): Promise<SeasonSoFar> {
  const counts = await countSeasonAsOf(store, now);
  const row = { day: easternDay(now), countedAt: now, counts: JSON.stringify(counts) };
  await storeCounts(store, { kind: "season", ...row });
  return counts;
}

export async function countSeasonAsOf(
  store: SeasonStore,
  now: Date,
  moment: PointInTime | null = null,
): Promise<SeasonSoFar> {
  const { db, ledgerId } = store;
  const today = easternDay(now);
  const month = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  const since = `${today.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
  const tables = pointInTimeTables(store, moment, { span: { from: since, to: today } });
  const [rows, { market }] = await Promise.all([
    db.all<SectorRow>(sql`${withTables(tables)}
    SELECT coalesce(c.sector, ${OTHER_SECTOR}) AS sector, count(*) AS reported, sum(r.is_beat) AS beats,
      count(s.base_rate) AS scored, total(s.base_rate) AS baseRates
    FROM season_reports AS r ${dayIndexHint(moment)}
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
      LEFT JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
        AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${since} AND r.report_date <= ${today} AND r.is_beat IS NOT NULL
    GROUP BY 1 ORDER BY reported DESC, sector LIMIT ${MAX_SECTORS}`),
    marketCounts(store, addIsoDays(today, 1), moment),
  ]);
  const total = (field: keyof Omit<SectorRow, "sector">) => rows.reduce((sum, row) => sum + row[field], 0);
  const whole = { reported: total("reported"), beats: total("beats") };
  return {
    since,
    ...seasonShare({ ...whole, scored: total("scored"), baseRates: total("baseRates") }),
    last90Days: withInterval(market.n, market.beats),
    sectors: rows.map(({ sector, ...share }) => ({ sector, ...seasonShare(share) })),
  };
}

/** `scored` is the number of reports with a forecast, and `baseRates` is the sum of their base rates. */
type SectorRow = { sector: string; reported: number; beats: number; scored: number; baseRates: number };

function seasonShare({ reported, beats, scored, baseRates }: Omit<SectorRow, "sector">): SeasonShare {
  return { ...withInterval(reported, beats), baseRate: scored > 0 ? baseRates / scored : null };
}

function withInterval(reported: number, beats: number): BeatShare {
  return { reported, beats, ...wilsonInterval(beats, reported) };
}

type Cell = { sector: string; week: string; reports: number; reported: number; beats: number };

/**
 * Returns the reports and beats of a quarter by sector and week, the sector with the most reports first. The
 * current quarter is used when the requested one has no data. Uses the index on the report date.
 */
export async function seasonMap(
  { db, ledgerId }: SeasonStore,
  today: string,
  requestedQuarter?: string,
): Promise<Omit<SeasonMap, "dataMode">> {
  const [oldest] = await db
    .select({ day: min(seasonReports.reportDate) })
    .from(seasonReports)
    .where(and(eq(seasonReports.ledgerId, ledgerId), isNotNull(seasonReports.isBeat)));
  const quarters = quartersBetween(oldest?.day ?? today, today);
  const running = quarterOf(today);
  const quarter = requestedQuarter && quarters.includes(requestedQuarter) ? requestedQuarter : running;
  const { from, to } = daysOf(quarter);
  const cells = await db.all<Cell>(sql`
    SELECT coalesce(c.sector, ${OTHER_SECTOR}) AS sector, date(r.report_date, 'weekday 0', '-6 days') AS week,
      count(*) AS reports, count(r.is_beat) AS reported, total(r.is_beat) AS beats
    FROM season_reports AS r INDEXED BY season_reports_by_day
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${from} AND r.report_date <= ${to}
    GROUP BY 1, 2`);
  const bySize = (rows: readonly Cell[]) => rows.reduce((sum, { reports }) => sum + reports, 0);
  const sectors = [...Map.groupBy(cells, ({ sector }) => sector)]
    .toSorted(([a, ofA], [b, ofB]) => bySize(ofB) - bySize(ofA) || (a < b ? -1 : 1))
    .slice(0, MAX_SECTORS)
    .map(([sector, ofSector]) => ({
      sector,
      cells: ofSector.map(({ sector: _, ...cell }) => cell).toSorted((a, b) => (a.week < b.week ? -1 : 1)),
    }));
  return {
    today,
    quarter,
    quarters,
    weeks: mondaysBetween(from, to),
    reported: cells.reduce((sum, { reported }) => sum + reported, 0),
    beats: cells.reduce((sum, { beats }) => sum + beats, 0),
    sectors,
  };
}

function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

function daysOf(quarter: string): { from: string; to: string } {
  const year = Number(quarter.slice(0, 4));
  const first = 3 * (Number(quarter.slice(-1)) - 1) + 1;
  const next = first === 10 ? `${year + 1}-01-01` : `${year}-${String(first + 3).padStart(2, "0")}-01`;
  return { from: `${year}-${String(first).padStart(2, "0")}-01`, to: addIsoDays(next, -1) };
}

function quartersBetween(from: string, to: string): string[] {
  const quarters = [quarterOf(from)];
  while ((quarters.at(-1) ?? "") < quarterOf(to))
    quarters.push(quarterOf(addIsoDays(daysOf(quarters.at(-1) ?? "").to, 1)));
  return quarters.slice(-200);
}

function mondaysBetween(from: string, to: string): string[] {
  const mondays = [weeksOf(from, from).from];
  while (addIsoDays(mondays.at(-1) ?? to, 7) <= to) mondays.push(addIsoDays(mondays.at(-1) ?? to, 7));
  return mondays;
}
