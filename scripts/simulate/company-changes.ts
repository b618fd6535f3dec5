import type { CompanyChange } from "#contract/company-change.ts";
import type { Random } from "./random.ts";

/**
 * Changes per company and year at the rates of American exchanges: of 6,000 listings, about 200 change their ticker
 * in a year.
 */
const rates = { renamed: 0.033, delisted: 0.03, bought: 0.02, split: 0.02, "spun off": 0.006 } as const;
type Kind = keyof typeof rates;
const kinds = Object.keys(rates) as Kind[];
/** On these days of a year the change happens once more, so that a small market sees each kind. */
const surely = new Map<number, Kind>([
  [61, "renamed"],
  [96, "split"],
  [131, "bought"],
  [166, "spun off"],
  [201, "renamed"],
  [236, "delisted"],
  [271, "renamed"],
]);
const SPLITS = [2, 3, 4, 10, 0.1] as const;
const SOURCE = "the simulated market";

type Day = { date: string; ofYear: number; listed: readonly string[]; freeTicker: () => string };

/** Returns what happens to companies on a day. */
export function changesOfDay(random: Random, { date, ofYear, listed, freeTicker }: Day): CompanyChange[] {
  const said = { day: date, source: SOURCE };
  const of = (kind: Kind, ticker: string): CompanyChange => {
    switch (kind) {
      case "renamed":
        return { kind, from: ticker, to: freeTicker(), name: null, ...said };
      case "delisted":
        return { kind: "ended", ticker, how: kind, by: null, ...said };
      case "bought":
        return { kind: "ended", ticker, how: kind, by: "A Buyer, Inc.", ...said };
      case "split":
        return { kind, ticker, factor: random.pick(SPLITS), ...said };
      case "spun off":
        return { kind: "listed", ticker: freeTicker(), name: null, cik: null, parent: ticker, ...said };
    }
  };
  const sure = surely.get(ofYear);
  const chosen = sure && listed.length > 0 ? random.pick(listed) : null;
  return listed.flatMap((ticker): CompanyChange[] => {
    if (sure && ticker === chosen) return [of(sure, ticker)];
    const roll = random.next() * 365;
    let below = 0;
    const kind = kinds.find((one) => {
      below += rates[one];
      return roll < below;
    });
    return kind ? [of(kind, ticker)] : [];
  });
}

/** Names the change in the table of events. */
export function eventOf(change: CompanyChange): string {
  if (change.kind === "ended") return `companies ${change.how}`;
  if (change.kind === "listed") return "companies spun off";
  return change.kind === "split" ? "companies split" : "companies renamed";
}
