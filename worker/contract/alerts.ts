import { z } from "zod";
import { alertKinds } from "./rules.ts";

export const MAX_ALERTS = 100;

const timeZoneSchema = z
  .string()
  .max(60)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
    } catch {
      return false;
    }
  }, "This time zone is not known.");

const minute = z.number().int().min(0).max(1439);

/**
 * `quiet` gives the hours without notifications, in minutes after midnight. When `from` is later than `to`,
 * they run past midnight. `quiet` is null when there are none.
 */
export const alertSettingsSchema = z.object({
  timeZone: timeZoneSchema,
  quiet: z
    .object({ from: minute, to: minute })
    .refine(({ from, to }) => from !== to, "Quiet hours need a beginning and an end.")
    .nullable(),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

const alertSchema = z.object({
  id: z.string().max(60),
  kind: z.enum(alertKinds),
  symbol: z.string().max(15),
  title: z.string().max(200),
  text: z.string().max(500),
  path: z.string().max(300).startsWith("/"),
  at: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Alert = z.infer<typeof alertSchema>;

export const alertListSchema = z.object({
  items: z.array(alertSchema).max(MAX_ALERTS),
  unread: z.number().int().nonnegative(),
});

export const alertsReadSchema = z.object({ until: z.iso.datetime() });
