import { z } from "zod";
import { plainName } from "#contract/plain-text.ts";

/** The year 2100; no market means later ones, and some are no date. */
export const MAX_EPOCH = 4_102_444_800;

/** Yahoo's instants. */
export function fromEpoch(seconds: number): Date {
  return new Date(seconds * 1000);
}

const MAX_ROWS = 5_000;

/** One odd field costs no answer. */
export const lenientNumber = z.number().nullish().catch(null).default(null);

export const lenientText = (maxLength: number) =>
  z.string().max(maxLength).nullish().catch(null).default(null);

/** No company's name is longer. */
const MAX_NAME_LENGTH = 200;

/** In plain letters, or null. */
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
