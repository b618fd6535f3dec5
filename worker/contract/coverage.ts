import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

/** What Beatcast covers now, counted: it stands beside the round figures of the landing page. */
export const coverageSchema = z.object({
  dataMode: dataModeSchema,
  /** Companies with a prediction of record. */
  companies: z.number().int().nonnegative(),
  /** The market sources in use, by name. */
  sources: z.array(z.string().max(80)).max(20),
});
export type Coverage = z.infer<typeof coverageSchema>;
