import {
  type ChangeDecision,
  type DeadLetterDecision,
  decisionResultSchema,
  type ReleaseDecision,
  type ReviewDecision,
  reviewSchema,
} from "#contract/review.ts";
import { supportInboxResponseSchema } from "#contract/support.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

export const supportInboxQuery = () => apiQuery(supportInboxResponseSchema, "/api/review/support");

export const answerSupport = (id: string, answer: string) =>
  send(`/api/review/support/${encodeURIComponent(id)}`, { method: "POST", body: { answer } });

export const reviewQuery = () => apiQuery(reviewSchema, "/api/review");

export const decidePredictions = (body: ReviewDecision) =>
  apiFetch(decisionResultSchema, "/api/review/predictions", { method: "POST", body });

export const decideDeadLetter = (id: string, body: DeadLetterDecision) =>
  send(`/api/review/dead-letters/${encodeURIComponent(id)}`, { method: "POST", body });

export const decideRelease = (body: ReleaseDecision) =>
  send("/api/review/releases", { method: "POST", body });

export const submitCompanyChangeDecision = (body: ChangeDecision) =>
  send("/api/review/changes", { method: "POST", body });

export const dismissResult = (predictionId: string, reason: string) =>
  send(`/api/review/results/${encodeURIComponent(predictionId)}/dismiss`, {
    method: "POST",
    body: { reason },
  });
