import { z } from "zod";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import {
  userForecastRequestSchema,
  userForecastResponseSchema,
  userForecastsSchema,
} from "#contract/user-forecasts.ts";
import { storeUserForecast, userForecastsOf } from "#record/user-forecasts.ts";
import { type Operation, operation } from "../http/operation.ts";

export const userForecastOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/user-forecasts",
    access: "user",
    usesMarket: true,
    summary: "List your own calls and score them beside ours",
    response: userForecastsSchema,
    handle: ({ record, who }) => userForecastsOf(record, who.userId),
  }),
  operation({
    method: "POST",
    path: "/api/user-forecasts/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Call a coming report yourself, once, before opening our probability",
    userRate: "watchlist",
    params: z.object({ symbol: symbolSchema.transform(withDottedShareClass) }),
    body: userForecastRequestSchema,
    response: userForecastResponseSchema,
    errors: ["not_found", "conflict"],
    handle: async ({ record, marketNow, who, params: { symbol }, body }) => ({
      call: await storeUserForecast(record, { userId: who.userId, symbol, ...body }, marketNow()),
    }),
  }),
];
