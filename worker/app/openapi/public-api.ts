import * as analysis from "#contract/analysis.ts";
import { API_VERSION } from "#contract/api-changes.ts";
import * as asOf from "#contract/as-of.ts";
import * as calendar from "#contract/calendar.ts";
import * as change from "#contract/compare.ts";
import * as dashboard from "#contract/dashboard.ts";
import * as error from "#contract/error.ts";
import * as problem from "#contract/error.ts";
import * as argument from "#contract/evidence.ts";
import * as evidence from "#contract/evidence.ts";
import { inWords } from "#contract/format.ts";
import * as ledger from "#contract/ledger.ts";
import * as market from "#contract/market.ts";
import * as prediction from "#contract/prediction.ts";
import * as traders from "#contract/prediction-markets.ts";
import * as record from "#contract/record.ts";
import { webhookRule } from "#contract/rules.ts";
import * as news from "#contract/social.ts";
import * as strategy from "#contract/strategy.ts";
import * as technical from "#contract/technical.ts";
import * as versus from "#contract/versus-markets.ts";
import * as webhookEvents from "#contract/webhooks.ts";
import type { Operation } from "../http/operation.ts";
import { openApiDocument } from "./document.ts";

const contract = [
  ...[analysis, argument, asOf, calendar, change, dashboard, error, evidence, ledger, market, news],
  ...[prediction, problem, record, strategy, technical, traders, versus, webhookEvents],
];

export function publicApiDocument(operations: readonly Operation[], server: string) {
  return openApiDocument(
    operations.filter(({ access }) => access === "key"),
    {
      title: "Beatcast API",
      version: API_VERSION,
      description:
        "The probability that a company beats the EPS consensus, and the record of past predictions. No advice: a beat " +
        "does not mean that the share rises. Errors are problem details (RFC 9457).",
      server,
      contract,
      webhooks: {
        "prediction.locked": {
          summary: "A prediction of record was locked before its report",
          body: webhookEvents.predictionLockedEventSchema,
        },
        "prediction.settled": {
          summary: "A locked prediction ended",
          body: webhookEvents.predictionSettledEventSchema,
        },
        "prediction.moved": {
          summary: `The probability of a report ahead moved by ${inWords(webhookRule.movedPoints)} points or more`,
          body: webhookEvents.predictionMovedEventSchema,
        },
        "endpoint.test": {
          summary: "A test that you asked for",
          body: webhookEvents.endpointTestEventSchema,
        },
      },
    },
  );
}
