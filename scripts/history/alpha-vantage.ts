import { z } from "zod";
import { isoDay } from "#contract/time.ts";
import { type Fetch, fetchJson, type SourceFailure, sourceFailure } from "#market/fetch-source.ts";
import { lenientPart, lenientRows } from "#market/lenient-schemas.ts";
import type { PastConsensus } from "#model/revisions.ts";

/** The value as the vendor states it today; nothing proves that it was the same then. */
export type PastEstimate = {
  symbol: string;
  fiscalQuarterEnd: string;
  consensusEps: number;
  past: PastConsensus;
};

/** The vendor sends text, with "None" for a missing number. */
const number = z.string().min(1).pipe(z.coerce.number()).nullable().catch(null).default(null);

const answerSchema = z.object({
  estimates: lenientRows(
    z.object({
      date: z.iso.date(),
      horizon: z.string().max(60),
      eps_estimate_average: number,
      eps_estimate_average_7_days_ago: number,
      eps_estimate_average_30_days_ago: number,
      eps_estimate_average_60_days_ago: number,
      eps_estimate_average_90_days_ago: number,
    }),
  ),
});

const limitSchema = z.object({ Information: lenientPart(z.string()), Note: lenientPart(z.string()) });

type Asked = { fetch: Fetch; key: string; symbol: string; now: Date; baseUrl?: string };

/** Reads `EARNINGS_ESTIMATES`: past quarters, oldest first. */
export async function readPastEstimates({
  fetch,
  key,
  symbol,
  now,
  baseUrl = "https://www.alphavantage.co",
}: Asked): Promise<PastEstimate[] | SourceFailure> {
  const url = new URL("/query", baseUrl);
  for (const [name, value] of Object.entries({ function: "EARNINGS_ESTIMATES", symbol, apikey: key }))
    url.searchParams.set(name, value);
  const answer = await fetchJson({ fetch, url });
  if (!answer.isOk) return answer;
  const limit = limitSchema.safeParse(answer.body).data;
  if (limit?.Information || limit?.Note)
    return sourceFailure(
      "rate_limited",
      `${url.hostname} says that its limit is reached or the key is not good`,
    );
  const parsed = answerSchema.safeParse(answer.body);
  if (!parsed.success) return sourceFailure("malformed", `${url.hostname} answered in a form we do not know`);
  return parsed.data.estimates
    .flatMap((row): PastEstimate[] => {
      const consensusEps = row.eps_estimate_average;
      if (!row.horizon.includes("quarter") || row.date >= isoDay(now) || consensusEps === null) return [];
      const past: PastConsensus = {
        7: row.eps_estimate_average_7_days_ago,
        30: row.eps_estimate_average_30_days_ago,
        60: row.eps_estimate_average_60_days_ago,
        90: row.eps_estimate_average_90_days_ago,
      };
      return [{ symbol, fiscalQuarterEnd: row.date, consensusEps, past }];
    })
    .sort((one, other) => one.fiscalQuarterEnd.localeCompare(other.fiscalQuarterEnd));
}
