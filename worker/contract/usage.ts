import { z } from "zod";

/** One use that is added to a day's sum: a screen that was opened, or a feature that was used. */
export const usageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("screen"),
    name: z.enum(["dashboard", "account", "subscribe", "track-record"]),
  }),
  z.object({ kind: z.literal("feature"), name: z.enum(["analysis", "export"]) }),
]);
export type Usage = z.infer<typeof usageSchema>;

/** The privacy flag that decides over each kind. */
export const usageFlags = { screen: "dataAnalytics", feature: "usageStatistics" } as const;
