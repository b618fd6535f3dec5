import { recordEvent } from "#accounts/privacy/security-events.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import type { Session } from "#accounts/sessions/session.ts";
import { secretExchange } from "#accounts/two-factor/secret-exchange.ts";
import {
  deadLetterDecisionSchema,
  decisionResultSchema,
  dismissalSchema,
  reviewDecisionSchema,
  reviewSchema,
} from "#contract/review.ts";
import { successResponseSchema } from "#contract/security.ts";
import type { Deps } from "../deps.ts";
import type { AppContext } from "../http/context.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";
import { decideDeadLetter, decidePredictions, dismissResult } from "../review/decisions.ts";
import { requireOperator } from "../review/operator.ts";
import { readReview } from "../review/read-review.ts";

/** What operators review and decide. For anybody else there are no such calls. */
export const reviewOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/review",
    access: "user",
    summary: "List what waits for an operator's decision",
    userRate: "review",
    response: reviewSchema,
    errors: ["not_found", "forbidden"],
    handle: async ({ deps, who }) => {
      await requireOperator(deps, who.userId);
      const [review, secrets] = await Promise.all([
        readReview(await reviewOf(deps), deps.marketNow()),
        secretExchange(deps.db, deps.accounts.secrets),
      ]);
      return { ...review, secrets };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/predictions",
    access: "user",
    summary: "Decide predictions under review, with a reason that the ledger records",
    userRate: "review",
    body: reviewDecisionSchema,
    response: decisionResultSchema,
    errors: ["not_found", "forbidden", "conflict"],
    handle: async ({ c, deps, who, body }) => {
      await requireOperator(deps, who.userId);
      const decided = await decidePredictions(await reviewOf(deps), body);
      await deps.publicChanged();
      await trail(c, deps, who);
      return { decided };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/dead-letters/:id",
    access: "user",
    summary: "Replay or drop a message that failed for good",
    userRate: "review",
    params: idParams,
    body: deadLetterDecisionSchema,
    response: successResponseSchema,
    errors: ["not_found", "forbidden"],
    handle: async ({ c, deps, who, params: { id }, body }) => {
      await requireOperator(deps, who.userId);
      await decideDeadLetter(await reviewOf(deps), id, body);
      await trail(c, deps, who);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/results/:id/dismiss",
    access: "user",
    summary: "Take a result that a user sent in out of account",
    userRate: "review",
    params: idParams,
    body: dismissalSchema,
    response: successResponseSchema,
    errors: ["not_found", "forbidden"],
    handle: async ({ c, deps, who, params: { id }, body }) => {
      await requireOperator(deps, who.userId);
      await dismissResult(await reviewOf(deps), id, body.reason);
      await trail(c, deps, who);
      return { success: true };
    },
  }),
];

async function reviewOf(deps: Deps) {
  const { market, record, enqueue, now, marketNow } = deps;
  const { db, ledgerId, ledger } = record((await market()).dataMode);
  return { db, ledgerId, ledger, enqueue, now, marketNow };
}

/** Who decided stands in the operator's own security events. */
function trail(c: AppContext, { accounts }: Deps, { userId }: Session): Promise<void> {
  return recordEvent(accounts, userId, "review_decided", clientOf(c.req.raw));
}
