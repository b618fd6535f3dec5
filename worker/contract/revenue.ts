import { z } from "zod";
import type { numbersIn } from "./format.ts";

/** In the currency of the company's reports; null where no source says. */
export const revenueSchema = z.object({
  consensus: z.number().positive().nullable(),
  reported: z.number().nullable(),
  /** Of the consensus; null without both. */
  surprisePercent: z.number().nullable(),
});
export type Revenue = z.infer<typeof revenueSchema>;

/** A consensus of zero or less is none: sources write zero where they know nothing. */
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
 * Before the report "revenue consensus $89.6B", after it "revenue $94.0B, consensus $89.6B (+5.0%)"; null where
 * nothing is known.
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
