import { z } from "zod";

/** Added to a day's sum. */
export const usageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("screen"),
    name: z.enum(["dashboard", "account", "subscribe", "track-record"]),
  }),
  z.object({ kind: z.literal("feature"), name: z.enum(["analysis", "export"]) }),
]);
export type Usage = z.infer<typeof usageSchema>;

/** The privacy flag that decides. */
export const usageFlags = { screen: "dataAnalytics", feature: "usageStatistics" } as const;
