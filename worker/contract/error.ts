import { z } from "zod";
import { companyMatchSchema } from "./symbol.ts";

/** The error codes of the API. worker/platform/errors.ts gives each code's HTTP status. */
const errorCodes = [
  "invalid_request",
  "invalid_symbol",
  "invalid_credentials",
  "invalid_link",
  "missing_fields",
  "password_too_short",
  "password_too_long",
  "password_too_common",
  "wrong_password",
  "wrong_code",
  "confirmation_required",
  "email_unconfirmed",
  "unauthenticated",
  "forbidden",
  "foreign_origin",
  "not_found",
  "method_not_allowed",
  "conflict",
  "idempotency_key_reused",
  "subscribe_again",
  "payment_declined",
  "unknown_symbol",
  "not_a_company",
  "no_estimate",
  "as_of_future",
  "before_record",
  "payload_too_large",
  "unsupported_media_type",
  "quota_exceeded",
  "rate_limited",
  "upstream_refused",
  "upstream_malformed",
  "upstream_rate_limited",
  "upstream_unavailable",
  "upstream_timeout",
  "not_available",
  "internal",
] as const;

const errorCodeSchema = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const errorBodySchema = z.object({
  error: z.string().max(200),
  message: z.string().max(1000),
  code: errorCodeSchema,
  retryAfterSeconds: z.number().int().nonnegative().optional(),
  /** Identifies the request in our log. */
  requestId: z.string().max(64).optional(),
  candidates: z.array(companyMatchSchema).max(5).optional(),
  /** The time of the ledger's first entry, sent with the code `before_record`. */
  recordBegan: z.iso.datetime().nullable().optional(),
  fields: z.record(z.string().max(64), z.string().max(300)).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The error body of `/api/v1` (RFC 9457). Programs should branch on `code`. */
export const problemSchema = errorBodySchema.omit({ error: true, message: true }).extend({
  type: z.string().max(300),
  title: z.string().max(200),
  status: z.number().int().min(400).max(599),
  detail: z.string().max(1000),
});
export type Problem = z.infer<typeof problemSchema>;
