import { type Sector, sectorOf } from "#model/sector.ts";
import { csvRows, type EarningsEvent, HistoryError, symbolOf, textOf } from "./events.ts";

/** A screener's sectors are rough, so its industries decide first. */
const bySector: Readonly<Record<string, Sector>> = {
  "basic industries": "Basic Materials",
  "capital goods": "Industrials",
  "consumer durables": "Consumer Cyclical",
  "consumer services": "Consumer Cyclical",
  finance: "Financial Services",
  miscellaneous: "Industrials",
  "public utilities": "Utilities",
  telecommunications: "Communication Services",
  transportation: "Industrials",
};

/** The first pattern that matches, within its sectors, decides. */
const byIndustry: readonly { is: RegExp; sector: Sector; within?: RegExp }[] = [
  {
    is: /telecommunications equipment/,
    within: /telecommunications|utilities/,
    sector: "Communication Services",
  },
  { is: /communications equipment|telecommunications equipment/, sector: "Technology" },
  { is: /biotech|pharma|medic|hospital|health|assisted living|ophthalmic/, sector: "Healthcare" },
  { is: /real estate|building operators/, sector: "Real Estate" },
  { is: /oil ?\/ ?gas transmission|oil|coal/, sector: "Energy" },
  { is: /electric utilities|power generation|water supply/, sector: "Utilities" },
  {
    is: /broadcasting|advertising|movies|newspapers|publishing|books|television|interactive media|internet/,
    sector: "Communication Services",
  },
  { is: /food|tobacco|cosmetics|beverages|farming|meat/, sector: "Consumer Defensive" },
  {
    is: /chemicals|steel|aluminum|metals|mining|paints|plastic products|^paper|forest|building materials$/,
    within: /^(?!consumer discretionary$|consumer staples$).*$/,
    sector: "Basic Materials",
  },
  { is: /chemicals|paints/, sector: "Basic Materials" },
  {
    is: /aerospace|air freight|marine|trucking|railroads|transportation services|machinery|metal fabrications|building products|construction|military|professional services|leasing|office equipment|wholesale|tools\/hardware|business services|commercial services|electrical products|pollution|environmental|contractors/,
    within: /consumer|miscellaneous|utilities|energy/,
    sector: "Industrials",
  },
];

/** Returns null for unknown names. */
export function screenedSector(sector: string, industry: string): Sector | null {
  const [named, line] = [sector.trim().toLowerCase(), industry.trim().toLowerCase()];
  const rule = byIndustry.find(({ is, within }) => is.test(line) && (within?.test(named) ?? true));
  return rule?.sector ?? bySector[named] ?? sectorOf(named);
}

/** Reads the columns symbol, sector and industry. Throws HistoryError. */
export function readSectors(file: string): Map<string, Sector> {
  return bySymbol(file, ({ sector, industry }) => screenedSector(sector, industry));
}

/** Returns the screener's own industries, of which there are about 140. Throws HistoryError. */
export function readIndustries(file: string): Map<string, string> {
  return bySymbol(file, ({ industry }) => industry.trim() || null);
}

type ScreenedRow = { sector: string; industry: string };

function bySymbol<T>(file: string, read: (row: ScreenedRow) => T | null): Map<string, T> {
  const [header = [], ...rows] = csvRows(textOf(file).replace(/^\uFEFF/, ""));
  const names = header.map((name) => name.trim().toLowerCase());
  const [symbol, sector, industry] = ["symbol", "sector", "industry"].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
  ];
  if (symbol < 0 || sector < 0) throw new HistoryError(`${file}: it needs the columns symbol and sector`);
  const found = new Map<string, T>();
  for (const row of rows) {
    const value = read({ sector: row[sector] ?? "", industry: row[industry] ?? "" });
    const key = symbolOf(row[symbol] ?? "");
    if (key && value) found.set(key, value);
  }
  return found;
}

/** Applies when the event's own file names no known sector. */
export function withSectors(
  events: readonly EarningsEvent[],
  sectors: ReadonlyMap<string, Sector>,
): EarningsEvent[] {
  return events.map((event) => {
    if (sectorOf(event.sector ?? event.industry)) return event;
    const sector = sectors.get(symbolOf(event.symbol));
    return sector ? { ...event, sector } : event;
  });
}

/**
 * Returns the sector that the newest report of a company names, or the industry if no report of it has a sector.
 * Industries in history files are rough: one calls electric utilities "energy". On the same day the last file decides.
 */
export function companySectors(files: readonly (readonly EarningsEvent[])[]): Map<string, Sector> {
  const events = files.flat().sort((one, other) => one.reportDate.localeCompare(other.reportDate));
  const found = new Map<string, Sector>();
  for (const name of ["industry", "sector"] as const)
    for (const event of events) {
      const sector = sectorOf(event[name]);
      if (sector) found.set(event.symbol, sector);
    }
  return found;
}
