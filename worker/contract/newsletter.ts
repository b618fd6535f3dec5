import { z } from "zod";
import { emailSchema } from "./account.ts";

export const newsletterRequestSchema = z.object({ email: emailSchema });
export const newsletterTokenSchema = z.object({ token: z.string().max(300) });
