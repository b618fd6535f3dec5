import { z } from "zod";
import type { AccountDeps } from "#accounts/accounts.ts";
import { recordSecurityEvent } from "#accounts/privacy/security-events.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import type { Session } from "#accounts/sessions/session.ts";
import { secretRotation } from "#accounts/two-factor/stored-key.ts";
import {
  changeDecisionSchema,
  deadLetterDecisionSchema,
  decisionResultSchema,
  dismissalSchema,
  releaseDecisionSchema,
  reviewDecisionSchema,
  reviewSchema,
} from "#contract/review.ts";
import { successResponseSchema } from "#contract/security.ts";
import type { AppContext } from "../deps.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";
import {
  decideCompanyChange,
  decideDeadLetter,
  decidePredictions,
  decideRelease,
  dismissResult,
} from "../review/decisions.ts";
import { readReview } from "../review/read-review.ts";

/** The operations of the operators' review page. To everybody else, they answer as if they did not exist. */
export const reviewOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/review",
    access: "operator",
    usesMarket: true,
    summary: "List what waits for an operator's decision",
    userRate: "review",
    response: reviewSchema,
    handle: async ({ record, marketNow, db, accounts }) => {
      const [review, secrets] = await Promise.all([
        readReview(record, marketNow()),
        secretRotation(db, accounts.secrets),
      ]);
      return { ...review, secrets };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/predictions",
    access: "operator",
    usesMarket: true,
    summary: "Decide predictions under review, with a reason that the ledger records",
    userRate: "review",
    body: reviewDecisionSchema,
    response: decisionResultSchema,
    errors: ["conflict"],
    handle: async ({ c, record, enqueue, publicChanged, accounts, who, body }) => {
      const decided = await decidePredictions({ ...record, enqueue }, body);
      await publicChanged();
      await trail(c, accounts, who);
      return { decided };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/dead-letters/:id",
    access: "operator",
    usesMarket: true,
    summary: "Replay or drop a message that failed for good",
    userRate: "review",
    params: idParams,
    body: deadLetterDecisionSchema,
    response: successResponseSchema,
    handle: async ({ c, record, enqueue, accounts, who, params: { id }, body }) => {
      await decideDeadLetter({ ...record, enqueue }, id, body);
      await trail(c, accounts, who);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/results/:id/dismiss",
    access: "operator",
    usesMarket: true,
    summary: "Take a result that a user sent in out of account",
    userRate: "review",
    params: idParams,
    body: dismissalSchema,
    response: successResponseSchema,
    handle: async ({ c, record, enqueue, accounts, who, params: { id }, body }) => {
      await dismissResult({ ...record, enqueue }, id, body.reason);
      await trail(c, accounts, who);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/releases",
    access: "operator",
    usesMarket: true,
    summary: "Choose between two readings of a figure in an earnings release",
    userRate: "review",
    body: releaseDecisionSchema,
    response: successResponseSchema,
    errors: ["conflict"],
    handle: async ({ c, record, enqueue, publicChanged, accounts, who, body }) => {
      await decideRelease({ ...record, enqueue }, body);
      await publicChanged();
      await trail(c, accounts, who);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/changes",
    access: "operator",
    usesMarket: true,
    summary: "Carry out or dismiss a doubtful change of a company",
    userRate: "review",
    body: changeDecisionSchema,
    response: successResponseSchema,
    handle: async ({ c, record, enqueue, publicChanged, accounts, who, body }) => {
      await decideCompanyChange({ ...record, enqueue }, body);
      await publicChanged();
      await trail(c, accounts, who);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/review/lost-counters",
    access: "operator",
    summary: "Count people's calls again after a restore without the objects that counted them",
    userRate: "review",
    body: z.strictObject({}),
    response: successResponseSchema,
    handle: async ({ c, enqueue, accounts, who }) => {
      await enqueue([{ job: "lost-counters", after: "" }]);
      await trail(c, accounts, who);
      return { success: true };
    },
  }),
];

function trail(c: AppContext, accounts: AccountDeps, { userId }: Session): Promise<void> {
  return recordSecurityEvent(accounts, userId, "review_decided", clientOf(c.req.raw));
}
