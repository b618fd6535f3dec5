import { once } from "node:events";
import { createServer } from "node:http";
import type { CompanyChange } from "#contract/company-change.ts";
import type { ScheduledReport } from "#contract/market-data.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { type SampleCompany, sampleCompaniesOf } from "#market/sample/companies.ts";
import { sampleReports } from "#market/sample/market-wide.ts";
import { changesOfDay } from "./company-changes.ts";
import type { Random } from "./random.ts";

/** A company through its life: the figures of the simulated one, and what became of its name. */
type Life = {
  company: SampleCompany;
  names: { symbol: string; from: string }[];
  /** ISO days; null while the company exists. */
  delistedOn: string | null;
  bornOn: string | null;
  splits: { day: string; factor: number }[];
};

export type MarketFault = "429" | "500" | "html" | null;
const answers = {
  "429": { status: 429, body: '{"Error Message":"Limit reached"}' },
  "500": { status: 500, body: "{}" },
  html: { status: 200, body: "<!doctype html><title>Maintenance</title>" },
} as const;

const EXCHANGES = ["NASDAQ", "NYSE", "AMEX"];
const MAX_ROWS = 4_000;
const RESERVED_DAYS = 40;
/** The share of new tickers that another company had before, when there is one. */
const TAKEN_AGAIN = 0.4;
const DELISTED_A_PAGE = 100;
/** No simulation runs before or after these days. */
const [FIRST_DAY, LAST_DAY] = ["2020-01-01", "2045-12-31"];

export type SimulatedMarket = Awaited<ReturnType<typeof serveSimulatedMarket>>;

/**
 * Serves the simulated market in FMP's shape, with companies that change, at two addresses: a switch of the source
 * goes to the other address.
 */
export async function serveSimulatedMarket(size: number, random: Random) {
  const lives = [...sampleCompaniesOf(size).values()].map(
    (company): Life => ({
      company,
      names: [{ symbol: company.symbol, from: "" }],
      delistedOn: null,
      bornOn: null,
      splits: [],
    }),
  );
  const taken = new Set(lives.map(({ company }) => company.symbol));
  /** Everything that happened to the companies, in the form of the lists of changes. */
  const happened: CompanyChange[] = [];
  /** The day on which each ticker was given up. Exchanges do not give one to another company at once. */
  const givenUp = new Map<string, string>();
  let now = new Date();
  let fault: MarketFault = null;
  const today = () => isoDay(now);
  const isListed = ({ delistedOn, bornOn }: Life) =>
    delistedOn === null && (bornOn === null || bornOn <= today());
  const symbolOf = ({ names }: Life) => names.at(-1)?.symbol ?? "";
  const listed = () => lives.filter(isListed);
  let bySymbol = { of: "", lives: new Map<string, Life>() };
  const ofSymbol = (symbol: string) => {
    const of = `${today()} ${happened.length}`;
    if (bySymbol.of !== of)
      bySymbol = { of, lives: new Map(listed().map((life) => [dashed(symbolOf(life)), life])) };
    return bySymbol.lives.get(symbol);
  };
  const factorOf = ({ splits }: Life) => splits.reduce((product, { factor }) => product * factor, 1);

  const freeTicker = () => {
    const long = isoDay(now.getTime() - RESERVED_DAYS * DAY_MS);
    const again = [...givenUp].find(([, day]) => day <= long)?.[0];
    if (again && random.chance(TAKEN_AGAIN)) {
      givenUp.delete(again);
      return again;
    }
    for (;;) {
      const ticker = Array.from({ length: 4 }, () => String.fromCharCode(65 + random.below(26))).join("");
      if (taken.has(ticker)) continue;
      taken.add(ticker);
      return ticker;
    }
  };

  const reports = rememberingReports();
  /**
   * Returns the known reports of a company between two days, on today's share basis. The rows of a moment change
   * only when the company does.
   */
  const rowsOf = (life: Life, from: string, to: string) => {
    const { bornOn, delistedOn } = life;
    // Once another company has the ticker, the source says nothing more about the earlier one.
    if (delistedOn && ofSymbol(dashed(symbolOf(life)))) return [];
    const factor = factorOf(life);
    const eps = (value: number | null) => (value === null ? null : Number((value / factor).toFixed(4)));
    return reports(life.company, from, to, now)
      .filter(
        ({ reportDate }) => (!bornOn || reportDate >= bornOn) && (!delistedOn || reportDate < delistedOn),
      )
      .map((row) => {
        const isKnown = Date.parse(`${row.reportDate}T22:00:00Z`) <= now.getTime();
        return {
          symbol: dashed(symbolOf(life)),
          date: row.reportDate,
          epsActual: isKnown ? eps(row.reportedEps) : null,
          epsEstimated: eps(row.consensusEps),
          lastUpdated: isoDay(isKnown ? Date.parse(row.reportDate) + DAY_MS : now),
        };
      });
  };

  const answerOf = (path: string, asked: (name: string) => string): object[] => {
    switch (path) {
      case "/stable/earnings-calendar":
        return lives.flatMap((life) => rowsOf(life, asked("from"), asked("to"))).slice(0, MAX_ROWS);
      case "/stable/company-screener":
        return listed()
          .filter((_, i) => i % EXCHANGES.length === EXCHANGES.indexOf(asked("exchange")))
          .map((life) => ({ ...profileOf(life), isEtf: false, isFund: false }));
      case "/stable/batch-quote":
        return asked("symbols")
          .split(",")
          .flatMap((symbol) => {
            const life = ofSymbol(symbol);
            if (!life) return [];
            const { price } = profileOf(life);
            return [
              { symbol, price, priceAvg50: price, priceAvg200: price, timestamp: now.getTime() / 1_000 },
            ];
          });
      case "/stable/profile":
        return [asked("symbol")].flatMap((symbol) => {
          const life = ofSymbol(symbol);
          return life ? [{ ...profileOf(life), exchange: "NASDAQ", currency: "USD" }] : [];
        });
      case "/stable/earnings": {
        const life = ofSymbol(asked("symbol"));
        if (!life) return [];
        const [from, to] = [now.getTime() - 4 * 365 * DAY_MS, now.getTime() + 120 * DAY_MS];
        return rowsOf(life, isoDay(from), isoDay(to)).toReversed();
      }
      case "/stable/analyst-estimates": {
        const life = ofSymbol(asked("symbol"));
        if (!life || asked("period") !== "annual") return [];
        return Array.from({ length: 4 }, (_, i) => ({
          date: isoDay(Date.UTC(now.getUTCFullYear() + 1 - i, life.company.fiscalMonth + 10, 0)),
        }));
      }
      case "/stable/symbol-change":
        return newest("renamed").map(({ from, to, day, name }) => ({
          date: day,
          companyName: name,
          oldSymbol: dashed(from),
          newSymbol: dashed(to),
        }));
      case "/stable/delisted-companies": {
        const first = Number(asked("page")) * DELISTED_A_PAGE;
        return newest("ended")
          .slice(first, first + DELISTED_A_PAGE)
          .map(({ ticker, day }) => ({ symbol: dashed(ticker), delistedDate: day }));
      }
      case "/stable/mergers-acquisitions-latest":
        return newest("ended").flatMap(({ ticker, by }) =>
          by === null ? [] : [{ symbol: "BUYR", companyName: by, targetedSymbol: dashed(ticker) }],
        );
      case "/stable/splits-calendar":
        return newest("split").flatMap(({ ticker, day, factor }) =>
          day < asked("from") || day > asked("to")
            ? []
            : [{ symbol: dashed(ticker), date: day, ...ratioOf(factor) }],
        );
      default:
        return [];
    }
  };

  const newest = <Kind extends CompanyChange["kind"]>(kind: Kind) =>
    happened.filter((one) => one.kind === kind).toReversed() as Extract<CompanyChange, { kind: Kind }>[];

  const profileOf = (life: Life) => ({
    symbol: dashed(symbolOf(life)),
    companyName: life.company.name,
    sector: life.company.sector,
    industry: life.company.industry,
    country: "US",
    marketCap: life.company.startPrice * life.company.shares,
    price: Number(Math.max(2, life.company.startPrice / factorOf(life)).toFixed(2)),
  });

  const server = () =>
    createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      if (fault) return response.writeHead(answers[fault].status).end(answers[fault].body);
      const rows = answerOf(pathname, (name) => searchParams.get(name) ?? "");
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rows));
    }).listen(0, "127.0.0.1");
  const servers = [server(), server()];
  await Promise.all(servers.map((one) => once(one, "listening")));
  const urls = servers.map((one) => {
    const address = one.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  });

  return {
    urls,
    turnTo: (at: Date) => {
      now = at;
    },
    break: (how: MarketFault) => {
      fault = how;
    },
    symbols: () => listed().map(symbolOf),
    /** Returns companies that report within so many days, which is what people look at. */
    reportingWithin: (days: number) => {
      const to = isoDay(now.getTime() + days * DAY_MS);
      const from = isoDay(now.getTime() + DAY_MS);
      return listed()
        .filter((life) => rowsOf(life, from, to).length > 0)
        .map(symbolOf);
    },
    /** Returns the company of a ticker, by a name that it keeps, or null when nobody has the ticker. */
    companyOf: (symbol: string) => ofSymbol(dashed(symbol))?.company.symbol ?? null,
    /** Returns companies by that name, with the tickers that they had and the one that they have or had last. */
    lives: () =>
      lives.map((life) => ({
        company: life.company.symbol,
        symbol: symbolOf(life),
        former: life.names.slice(0, -1).map((one, i) => ({ ...one, until: life.names[i + 1]?.from ?? "" })),
        endedOn: life.delistedOn,
      })),
    changes: (): readonly CompanyChange[] => happened,
    /** Changes the companies on a day. */
    liveOn: (ofYear: number): CompanyChange[] => {
      const changes = changesOfDay(random, {
        date: today(),
        ofYear,
        listed: listed().map(symbolOf),
        freeTicker,
      });
      for (const change of changes) applyTo(change);
      happened.push(...changes);
      return changes;
    },
    close: () => {
      for (const one of servers) one.close();
    },
  };

  function applyTo(change: CompanyChange): void {
    const lifeOf = (symbol: string) => listed().find((one) => symbolOf(one) === symbol);
    if (change.kind === "renamed") {
      lifeOf(change.from)?.names.push({ symbol: change.to, from: today() });
      givenUp.set(change.from, today());
    } else if (change.kind === "split")
      lifeOf(change.ticker)?.splits.push({ day: today(), factor: change.factor });
    else if (change.kind === "ended") {
      const gone = lifeOf(change.ticker);
      if (gone) gone.delistedOn = today();
      givenUp.set(change.ticker, today());
    } else if (change.kind === "listed") {
      const parent = lifeOf(change.parent ?? "");
      if (!parent) return;
      lives.push({
        company: {
          ...parent.company,
          symbol: `${change.ticker} ${today()}`,
          name: `${parent.company.name} Spin`,
        },
        names: [{ symbol: change.ticker, from: today() }],
        bornOn: today(),
        delistedOn: null,
        splits: [],
      });
    }
  }
}

/** Report days and published reports stay as they are. Computing them once saves a quarter of the market's time. */
function rememberingReports() {
  const daysOf = new Map<string, string[]>();
  const out = new Map<string, ScheduledReport>();
  return (company: SampleCompany, from: string, to: string, now: Date): ScheduledReport[] => {
    const { symbol } = company;
    const days =
      daysOf.get(symbol) ??
      sampleReports([company], FIRST_DAY, LAST_DAY, now).map(({ reportDate }) => reportDate);
    daysOf.set(symbol, days);
    return days.flatMap((day) => {
      if (day < from || day > to) return [];
      const key = `${symbol} ${day}`;
      const known = out.get(key);
      if (known) return [known];
      const found = sampleReports([company], day, day, now);
      for (const report of found) if (report.reportedEps !== null) out.set(key, report);
      return found;
    });
  };
}

function ratioOf(factor: number): { numerator: number; denominator: number } {
  return factor >= 1 ? { numerator: factor, denominator: 1 } : { numerator: 1, denominator: 1 / factor };
}

/** FMP writes a share class with a dash. */
function dashed(symbol: string): string {
  return symbol.replace(".", "-");
}
