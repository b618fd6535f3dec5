import { z } from "zod";
import { plainName } from "#contract/plain-text.ts";

/** Instants from 1970 to 2100: anything else is no instant that a market could mean, and some of it is no date at all. */
export const MAX_EPOCH = 4_102_444_800;

/** Yahoo's instants are epoch seconds. */
export function fromEpoch(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** The longest list we know (an American company's changes of rating) has under 2,000 rows. */
const MAX_ROWS = 5_000;

/** A number, or null for anything else: one odd field costs no answer. */
export const lenientNumber = z.number().nullish().catch(null).default(null);

/** A text up to that length, or null for anything else. */
export const lenientText = (maxLength: number) =>
  z.string().max(maxLength).nullish().catch(null).default(null);

/** No company's name is longer; what is gets cut. */
const MAX_NAME_LENGTH = 200;

/** A company's name in plain letters, or null. */
export const lenientName = lenientText(5_000).transform((name) =>
  name === null ? null : plainName(name, MAX_NAME_LENGTH) || null,
);

/** A part of an answer, or null where it is missing or malformed. */
export const lenientPart = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().catch(null).default(null);

/** The rows of a list that have the form; the others are dropped, and anything else than a list is an empty one. */
export const lenientRows = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema.nullable().catch(null))
    .max(MAX_ROWS)
    .catch([])
    .default([])
    .transform((rows) => rows.filter((row) => row !== null));
