import { z } from "zod";

export const companyEndings = ["delisted", "bought"] as const;

const ticker = z.string().min(1).max(15);
const name = z.string().max(200).nullable();
/** The ISO day from which the change is in force, and the source that stated it. */
const said = { day: z.iso.date(), source: z.string().min(1).max(80) };

/**
 * A change of a company's ticker, listing or shares. Tickers are spelled as `withDottedShareClass` spells them.
 * docs/settlement.md explains each kind.
 */
export const companyChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("renamed"), from: ticker, to: ticker, name, ...said }),
  z.object({ kind: z.literal("ended"), ticker, how: z.enum(companyEndings), by: name, ...said }),
  /**
   * A company that begins without the history of its ticker's earlier owner. `parent` is the company that it was
   * spun off from.
   */
  z.object({
    kind: z.literal("listed"),
    ticker,
    name,
    cik: z.string().length(10).nullable(),
    parent: ticker.nullable(),
    ...said,
  }),
  /** Two share classes of one company, which has one report: `ticker` stands for the same company as `main`. */
  z.object({ kind: z.literal("share_class"), ticker, main: ticker, ...said }),
  /** `factor` is the number of new shares for one old share. */
  z.object({ kind: z.literal("split"), ticker, factor: z.number().positive(), ...said }),
]);
export type CompanyChange = z.infer<typeof companyChangeSchema>;

export const companyChangeKinds = [
  "renamed",
  "ended",
  "listed",
  "share_class",
  "split",
] as const satisfies readonly CompanyChange["kind"][];

export function textOfChange(change: CompanyChange): string {
  switch (change.kind) {
    case "renamed":
      return `${change.from} becomes ${change.to}`;
    case "ended":
      return `${change.ticker} leaves its exchange`;
    case "listed":
      return `${change.ticker} becomes another company`;
    case "share_class":
      return `${change.ticker} and ${change.main} are one company`;
    case "split":
      return `${change.ticker} splits, ${change.factor} for 1`;
  }
}

/**
 * Returns the ticker and the change's id in the company history. The id contains the full day of an `ended` or
 * `split` change, and only the month of other changes, because sources differ about their day.
 */
export function subjectOfChange(change: CompanyChange): { ticker: string; id: string } {
  const own = change.kind === "renamed" ? change.from : change.ticker;
  const secondTicker =
    change.kind === "renamed" ? change.to : change.kind === "share_class" ? change.main : null;
  const when = change.kind === "ended" || change.kind === "split" ? change.day : change.day.slice(0, 7);
  return { ticker: own, id: [change.kind, own, secondTicker, when].filter(Boolean).join(" ") };
}

export function tickersOfChange(change: CompanyChange): string[] {
  if (change.kind === "renamed") return [change.from, change.to];
  return change.kind === "share_class" ? [change.ticker, change.main] : [change.ticker];
}
