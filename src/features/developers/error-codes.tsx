import type { ErrorCode } from "#contract/error.ts";

/** What a program does about the codes that it meets most; the address of a problem's type leads here. */
const advice: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "The key is missing, mistyped or revoked.",
  forbidden: "The key lacks the scope, or the plan has no keys now.",
  invalid_request: "A parameter is wrong; fields names it.",
  invalid_symbol: "That is not a ticker; candidates may name what you meant.",
  unknown_symbol: "No company has this ticker.",
  no_estimate: "No analyst estimates the next report.",
  quota_exceeded: "The plan's analyses of this period are used up.",
  rate_limited: "Wait the seconds of Retry-After.",
  idempotency_key_reused: "The Idempotency-Key belongs to another company's analysis.",
  upstream_unavailable: "The market data source does not answer. Nothing was counted; try again.",
  internal: "Our failure. Quote requestId.",
};

export function ErrorCodes() {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
      {Object.entries(advice).map(([code, text]) => (
        <div key={code} id={code} className="contents">
          <dt className="font-mono">{code}</dt>
          <dd className="text-muted max-sm:mb-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
