import { z } from "zod";
import { plainName } from "#contract/plain-text.ts";

/**
 * The start of the year 2100, in seconds since 1970. No source means a later time, and much larger numbers
 * are not valid dates.
 */
export const MAX_EPOCH = 4_102_444_800;

/** Returns the date of a time in seconds since 1970, as Yahoo gives it. */
export function fromEpoch(seconds: number): Date {
  return new Date(seconds * 1000);
}

const MAX_ROWS = 5_000;

/** A number as JSON has it, or in quotation marks, as sources write it now and then. */
const quotedNumber = z
  .string()
  .max(30)
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number);

/**
 * Turns anything but a number into null, so that an odd value in one field does not invalidate the whole
 * answer.
 */
export const lenientNumber = z.union([z.number(), quotedNumber]).nullish().catch(null).default(null);

export const lenientText = (maxLength: number) =>
  z.string().max(maxLength).nullish().catch(null).default(null);

/** Longer names are cut off; no company has one. */
const MAX_NAME_LENGTH = 200;

/** Turns a name into plain letters, and an unusable one into null. */
export const lenientName = lenientText(5_000).transform((name) =>
  name === null ? null : plainName(name, MAX_NAME_LENGTH) || null,
);

export const lenientPart = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().catch(null).default(null);

export const lenientRows = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema.nullable().catch(null))
    .max(MAX_ROWS)
    .catch([])
    .default([])
    .transform((rows) => rows.filter((row) => row !== null));
