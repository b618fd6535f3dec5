import { z } from "zod";
import { calendarDay, counted, number } from "./format.ts";
import { companySizes, surpriseBands } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

const afterSurpriseSchema = z.object({
  band: z.enum(surpriseBands),
  /** The model's current probability of a surprise in this band. */
  probability: share.nullable(),
  /**
   * The number of past reports that are counted. They are those of large companies, from the company's sector
   * when it has at least 30 in this band, otherwise from all sectors.
   */
  n: count,
  isOfSector: z.boolean(),
  /**
   * The share of the counted reports after which the stock rose, with its 95% interval from `low` to `high`. A
   * sector's share is shrunk toward that of all sectors.
   */
  shareRose: share,
  low: share,
  high: share,
  /** The mean price change. `meanSizePercent` is the mean of its absolute value. */
  meanMovePercent: z.number(),
  meanSizePercent: z.number().nonnegative(),
  /** The company's own past reports in this band after which the price change is known. */
  own: z.object({ n: count, rose: count, meanMovePercent: z.number().nullable() }),
});

/**
 * How far a share moves on such a report, up or down, from the close before it to the close after it. It is the
 * mean size of past moves of comparable companies and of the company's own newest ones (`typicalMoveOf`).
 */
const typicalMoveSchema = z.object({
  /** The expected absolute price change. */
  percent: z.number().nonnegative(),
  /** 80% of the newest reports moved their share by no more than the same rule gives for them. */
  bandPercent: z.number().nonnegative(),
  /** The number of the company's own moves that count. */
  own: count,
  /** The number of reports of comparable companies that count, and the days of the first and the last of them. */
  reports: count,
  from: z.iso.date(),
  to: z.iso.date(),
  /** The size and the sector of those companies. Null means all of them. */
  size: z.enum(companySizes).nullable(),
  sector: z.string().max(60).nullable(),
  /** True when too few reports are stored, so that the counts of the fitting data stand in for them. */
  isOfFit: z.boolean(),
});
export type TypicalMove = z.infer<typeof typicalMoveSchema>;

/** Says which moves a typical move is computed from, and from when they are. */
export function moveBasisText({ own, reports, from, to, size, sector, isOfFit }: TypicalMove): string {
  const companies = [size, sector?.toLowerCase(), "companies"].filter((part) => part !== null).join(" ");
  const [first, last] = [calendarDay(from, "short"), calendarDay(to, "short")];
  const ofOthers = isOfFit
    ? `${number(reports, 0)} reports of ${companies} (${first} to ${last}; too few newer ones are stored)`
    : `the newest ${counted(reports, "report")} of ${companies} (${first} to ${last})`;
  return own === 0 ? ofOthers : `${ofOthers} and ${counted(own, "past move")} of its own`;
}

/** How stocks reacted to past reports, by band of the surprise. The figures forecast no direction. */
export const pastReactionsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(afterSurpriseSchema).max(surpriseBands.length),
  /**
   * Null for a company that is not large while too few reports are stored, because the counts of the fitting data are
   * of large companies.
   */
  typicalMove: typicalMoveSchema.nullable(),
  /**
   * How many of the company's `n` known price changes after reports exceeded the implied move. `beyondImplied`
   * is null when the implied move is unknown or no price change is known.
   */
  beyondImplied: z.object({ n: count, larger: count }).nullable(),
});
export type PastReactions = z.infer<typeof pastReactionsSchema>;
