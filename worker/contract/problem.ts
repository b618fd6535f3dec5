import { z } from "zod";
import { errorBodySchema } from "./error.ts";

/** Body of every error of `/api/v1` (RFC 9457). Programs go by `code`. */
export const problemSchema = errorBodySchema.omit({ error: true, message: true }).extend({
  /** Where the code is explained. */
  type: z.string().max(300),
  title: z.string().max(200),
  status: z.number().int().min(400).max(599),
  detail: z.string().max(1000),
});
export type Problem = z.infer<typeof problemSchema>;
