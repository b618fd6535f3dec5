import { compareQuerySchema, comparisonSchema } from "#contract/compare.ts";
import { easternDay } from "#contract/time.ts";
import { compare } from "#research/compare/compare.ts";
import { type Operation, operation } from "../http/operation.ts";
import { readerOf } from "./reader.ts";

/** Companies side by side. Open probabilities depend on the reader, so no answer is shared or cached. */
export const compareOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/compare",
    access: "public",
    summary: "Compare the coming reports of up to four companies",
    rate: "search",
    query: compareQuerySchema,
    response: comparisonSchema,
    handle: async ({ c, deps, query: { s: symbols } }) => {
      const [{ dataMode }, reader] = await Promise.all([deps.market(), readerOf(c)]);
      const { db, ledgerId, files } = deps.record(dataMode);
      const now = deps.marketNow();
      const compared = await compare({ db, ledgerId, files }, reader, { symbols, now });
      return { dataMode, asOf: now.toISOString(), today: easternDay(now), opens: reader.opens, ...compared };
    },
  }),
];
