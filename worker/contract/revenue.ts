import { z } from "zod";
import type { numbersIn } from "./format.ts";

/** Amounts are in the company's reporting currency. */
export const revenueSchema = z.object({
  consensus: z.number().positive().nullable(),
  reported: z.number().nullable(),
  surprisePercent: z.number().nullable(),
});
export type Revenue = z.infer<typeof revenueSchema>;

/**
 * Returns the revenue figures with the surprise in percent of the consensus. A consensus of zero or less
 * becomes null, because sources write zero for an unknown one.
 */
export function revenueOf({
  consensusRevenue,
  reportedRevenue: reported,
}: {
  consensusRevenue: number | null;
  reportedRevenue: number | null;
}): Revenue {
  const consensus = consensusRevenue !== null && consensusRevenue > 0 ? consensusRevenue : null;
  const surprisePercent =
    consensus === null || reported === null
      ? null
      : Math.round((10_000 * (reported - consensus)) / consensus) / 100;
  return { consensus, reported, surprisePercent };
}

type Texts = Pick<ReturnType<typeof numbersIn>, "amountShort" | "signedPercent">;

/**
 * Returns a text like "revenue consensus $89.6B", or after the report "revenue $94.0B, consensus $89.6B
 * (+5.0%)", or null when neither figure is known.
 */
export function revenueText(
  { consensus, reported, surprisePercent }: Revenue,
  currency: string | null,
  { amountShort, signedPercent }: Texts,
): string | null {
  const expected = consensus === null ? null : `consensus ${amountShort(consensus, currency)}`;
  if (reported === null) return expected && `revenue ${expected}`;
  const surprise = surprisePercent === null ? "" : ` (${signedPercent(surprisePercent)})`;
  return `revenue ${amountShort(reported, currency)}${expected ? `, ${expected}${surprise}` : ""}`;
}
