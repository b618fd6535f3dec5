import { z } from "zod";
import { personalText } from "./plain-text.ts";
import { tiers } from "./plans.ts";
import { notificationPreferencesSchema, privacyPreferencesSchema } from "./preferences.ts";

export const tierSchema = z.enum(tiers);
export type Tier = z.infer<typeof tierSchema>;

export const MAX_AVATAR_BYTES = 2 * 1024 * 1024;

export const MISSING_SIGN_IN_MESSAGE = "Please enter both email and password.";

export const emailSchema = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email("Please enter a valid email address.").max(254));

export const MAX_NAME_LENGTH = 100;
export const MAX_BIO_LENGTH = 500;

export const fullNameSchema = personalText(MAX_NAME_LENGTH).pipe(
  z.string().min(1, "Please enter your name."),
);

export const profileUpdateSchema = z.object({
  fullName: fullNameSchema.optional(),
  phone: z
    .string()
    .trim()
    .max(20, "At most 20 characters.")
    .regex(/^$|^\+?[0-9][0-9 ().-]{4,18}$/, "Please enter a phone number, for example +1 212 555 0100.")
    .optional(),
  company: personalText(MAX_NAME_LENGTH).optional(),
  location: personalText(MAX_NAME_LENGTH).optional(),
  bio: personalText(MAX_BIO_LENGTH, { isMultiline: true }).optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

const userSchema = z.object({
  id: z.string().max(40),
  email: z.string().max(254),
  fullName: z.string().max(100).nullable(),
  phone: z.string().max(20).nullable(),
  company: z.string().max(100).nullable(),
  location: z.string().max(100).nullable(),
  bio: z.string().max(500).nullable(),
  avatarUrl: z.string().max(300).nullable(),
  createdAt: z.iso.datetime(),
  isEmailVerified: z.boolean(),
  isTwoFactorEnabled: z.boolean(),
  notificationPreferences: notificationPreferencesSchema,
  privacyPreferences: privacyPreferencesSchema,
  subscriptionTier: tierSchema,
  subscriptionStatus: z.string().max(40),
  apiCallsUsed: z.number().int().nonnegative(),
  /** The number of analyses in the current period. `apiCallsLimit` is null when there is no limit. */
  apiCallsLimit: z.number().int().positive().nullable(),
});
export type User = z.infer<typeof userSchema>;

const password = z.string().max(100_000);

export const signUpRequestSchema = z.object({
  email: z.string().max(1000),
  password,
  fullName: z.string().trim().max(1000),
});
export type SignUpRequest = z.infer<typeof signUpRequestSchema>;

export const signInRequestSchema = z.object({ email: z.string().max(1000), password });
export type SignInRequest = z.infer<typeof signInRequestSchema>;

export const userResponseSchema = z.object({ user: userSchema });
export const sessionResponseSchema = z.object({ user: userSchema, token: z.string().max(200) });
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

export const twoFactorRequiredSchema = z.object({
  twoFactorRequired: z.literal(true),
  ticket: z.string().max(400),
});
export const signInResponseSchema = z.union([sessionResponseSchema, twoFactorRequiredSchema]);
