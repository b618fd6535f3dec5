import { z } from "zod";

/** Null where there is no address. */
export const calendarFeedSchema = z.object({ createdAt: z.iso.datetime().nullable() });

/** Shown once. */
export const calendarFeedAddressSchema = z.object({ url: z.string().max(500) });
