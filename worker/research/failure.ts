import type { ErrorCode } from "#contract/error.ts";
import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";

const RETRY = "Nothing was counted; please try again in a moment.";

const answers: Record<MarketError["reason"], readonly [ErrorCode, string | null]> = {
  unknown_symbol: ["unknown_symbol", null],
  not_a_company: ["not_a_company", null],
  unauthorized: ["upstream_refused", `The market data source refused to answer. ${RETRY}`],
  not_in_plan: [
    "upstream_refused",
    `The market data source does not cover this company. Nothing was counted.`,
  ],
  not_found: ["unknown_symbol", null],
  rate_limited: ["upstream_rate_limited", `The market data source is busy. ${RETRY}`],
  empty: ["upstream_malformed", `The market data source sent an empty answer. ${RETRY}`],
  malformed: ["upstream_malformed", `The market data source sent an answer that we could not read. ${RETRY}`],
  timed_out: ["upstream_timeout", `The market data source did not answer in time. ${RETRY}`],
  upstream: ["upstream_unavailable", `The market data source is not available. ${RETRY}`],
  unsupported: ["upstream_unavailable", `The market data source does not offer this. ${RETRY}`],
};

/** Translates a failure of the market source into an error for clients. Returns other errors unchanged. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof MarketError)) return error;
  const [code, message] = answers[error.reason];
  const retryAfterSeconds = error.retryAfterSeconds ?? undefined;
  return new AppError(
    code,
    message ?? error.message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
