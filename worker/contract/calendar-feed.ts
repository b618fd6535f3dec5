import { z } from "zod";

/** When the address was made; null where there is none. */
export const calendarFeedSchema = z.object({ createdAt: z.iso.datetime().nullable() });

/** `url` is shown this once. */
export const calendarFeedAddressSchema = z.object({ url: z.string().max(500) });
