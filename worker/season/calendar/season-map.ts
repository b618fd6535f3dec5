import { and, eq, isNotNull, min, sql } from "drizzle-orm";
import type { SeasonMap } from "#contract/calendar.ts";
import { dayAfter } from "#model/earnings.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { MAX_SECTORS, OTHER_SECTOR } from "../season-so-far.ts";
import type { SeasonStore } from "../store.ts";
import { weeksOf } from "./calendar.ts";

type Cell = { sector: string; week: string; reports: number; reported: number; beats: number };

/** The sector with most reports first. By the index on the day. */
export async function seasonMap(
  { db, ledgerId }: SeasonStore,
  today: string,
  asked?: string,
): Promise<Omit<SeasonMap, "dataMode">> {
  const [oldest] = await db
    .select({ day: min(seasonReports.reportDate) })
    .from(seasonReports)
    .where(and(eq(seasonReports.ledgerId, ledgerId), isNotNull(seasonReports.isBeat)));
  const quarters = quartersBetween(oldest?.day ?? today, today);
  const running = quarterOf(today);
  const quarter = asked && quarters.includes(asked) ? asked : running;
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
  return { from: `${year}-${String(first).padStart(2, "0")}-01`, to: dayAfter(next, -1) };
}

function quartersBetween(from: string, to: string): string[] {
  const found = [quarterOf(from)];
  while ((found.at(-1) ?? "") < quarterOf(to))
    found.push(quarterOf(dayAfter(daysOf(found.at(-1) ?? "").to, 1)));
  return found.slice(-200);
}

function mondaysBetween(from: string, to: string): string[] {
  const mondays = [weeksOf(from, from).from];
  while (dayAfter(mondays.at(-1) ?? to, 7) <= to) mondays.push(dayAfter(mondays.at(-1) ?? to, 7));
  return mondays;
}
