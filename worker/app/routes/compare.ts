import { compareQuerySchema, comparisonSchema } from "#contract/compare.ts";
import { easternDay } from "#contract/time.ts";
import { compare } from "#research/compare/compare.ts";
import { readerOfCall } from "../http/guards.ts";
import { type Operation, operation } from "../http/operation.ts";

/** Companies side by side. Open probabilities depend on the reader, so no answer is shared or cached. */
export const compareOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/compare",
    access: "public",
    usesMarket: true,
    summary: "Compare the coming reports of up to four companies",
    rate: "search",
    query: compareQuerySchema,
    response: comparisonSchema,
    handle: async ({ c, record, marketNow, query: { s: symbols } }) => {
      const reader = await readerOfCall(c);
      const now = marketNow();
      const compared = await compare(record, reader, { symbols, now });
      return {
        dataMode: record.dataMode,
        asOf: now.toISOString(),
        today: easternDay(now),
        opens: reader.opens,
        ...compared,
      };
    },
  }),
];
