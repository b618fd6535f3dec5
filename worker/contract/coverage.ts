import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

/** Counted, beside the round figures of the landing page. */
export const coverageSchema = z.object({
  dataMode: dataModeSchema,
  companies: z.number().int().nonnegative(),
  sources: z.array(z.string().max(80)).max(20),
});
export type Coverage = z.infer<typeof coverageSchema>;
