import { z } from "zod";
import { ownCallRequestSchema, ownCallResponseSchema, ownCallsSchema } from "#contract/own-calls.ts";
import { dottedClass, symbolSchema } from "#contract/symbol.ts";
import { callReport, ownCallsOf } from "#record/own-calls.ts";
import { type Operation, operation } from "../http/operation.ts";

export const ownCallOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/own-calls",
    access: "user",
    usesMarket: true,
    summary: "List your own calls and score them beside ours",
    response: ownCallsSchema,
    handle: ({ record, who }) => ownCallsOf(record, who.userId),
  }),
  operation({
    method: "POST",
    path: "/api/own-calls/:symbol",
    access: "user",
    usesMarket: true,
    summary: "Call a coming report yourself, once, before opening our probability",
    userRate: "watchlist",
    params: z.object({ symbol: symbolSchema.transform(dottedClass) }),
    body: ownCallRequestSchema,
    response: ownCallResponseSchema,
    errors: ["not_found", "conflict"],
    handle: async ({ record, marketNow, who, params: { symbol }, body }) => ({
      call: await callReport(record, { userId: who.userId, symbol, ...body }, marketNow()),
    }),
  }),
];
