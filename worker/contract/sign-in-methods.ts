import { z } from "zod";
import { sessionResponseSchema, twoFactorRequiredSchema } from "./account.ts";
import { pageAt } from "./pages.ts";
import { personalText } from "./plain-text.ts";

/** `oidc` is any other OpenID Connect provider in the deployment's settings. */
const providerIds = ["google", "github", "oidc"] as const;
export type ProviderId = (typeof providerIds)[number];

const providerId = z.enum(providerIds);
export const providerParams = z.object({ id: providerId });
const providerName = z.string().max(40);
export const providerListSchema = z.object({
  providers: z.array(z.object({ id: providerId, name: providerName })).max(providerIds.length),
});

/** Long enough for the path of the consent page, which contains the app's whole OAuth request. */
const MAX_RETURN_PATH = 8_500;
/**
 * The path of the page to open after the sign-in. It contains nothing that a browser could read as the address
 * of another site, such as a second slash or a backslash.
 */
const returnPath = z
  .string()
  .max(MAX_RETURN_PATH)
  .regex(/^\/([^/\\\s][^\\\s]*)?$/)
  .refine((path) => pageAt(path.split(/[?#]/)[0] ?? "") !== null);

/**
 * Proof that the signed-in person owns the account. The password is required unless the sign-in is recent, and
 * the code is required when a second factor is set up.
 */
const proof = {
  password: z.string().max(1_000).optional(),
  code: z.string().trim().max(40).optional(),
};
export const proofRequestSchema = z.object(proof);
export type Proof = z.infer<typeof proofRequestSchema>;

/**
 * `sign-in` signs a person in, `link` adds the provider to the signed-in account, and `confirm` proves again
 * that the signed-in person owns the account.
 */
export const providerStartSchema = z.object({
  intent: z.enum(["sign-in", "link", "confirm"]),
  returnTo: returnPath,
  ...proof,
});
export type ProviderStart = z.infer<typeof providerStartSchema>;
export const providerRedirectSchema = z.object({ redirectTo: z.string().max(10_000) });

export const providerFinishSchema = z.object({ query: z.string().min(1).max(8_000) });
const returnTo = z.object({ returnTo: z.string().max(MAX_RETURN_PATH) });
const doneSchema = z.object({ done: z.enum(["linked", "confirmed"]) });
export const providerOutcomeSchema = z.union([
  sessionResponseSchema.extend(returnTo.shape),
  twoFactorRequiredSchema.extend(returnTo.shape),
  doneSchema.extend(returnTo.shape),
]);
export type ProviderOutcome = z.infer<typeof providerOutcomeSchema>;

/**
 * Base64url text of at most `max` characters. The longest credential id that WebAuthn allows has 1,023 bytes.
 */
const encoded = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
const credentialId = encoded(1_400);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
};
const transports = z.array(z.string().max(30)).max(10).optional();

/**
 * The browser's answer to a passkey request: the fields of WebAuthn's `PublicKeyCredential.toJSON()` that the
 * server reads. Other fields are ignored.
 */
export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(4_000),
    signature: encoded(8_000),
    userHandle: encoded(100).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;
export const passkeyAnswerRequestSchema = z.object({ passkey: passkeyAnswerSchema });

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 60;
export const newPasskeySchema = z.object({
  name: personalText(MAX_PASSKEY_NAME_LENGTH),
  passkey: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4_000),
      attestationObject: encoded(20_000),
      transports,
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

const challenge = encoded(200);
const descriptors = z
  .array(z.object({ id: credentialId, type: z.literal("public-key"), transports }))
  .max(MAX_PASSKEYS);
const requirement = z.enum(["required", "preferred", "discouraged"]);

/** Options for the browser's `navigator.credentials.get`. */
export const passkeyRequestOptionsSchema = z.object({
  challenge,
  rpId: z.string().max(253),
  timeout: z.number().int(),
  userVerification: requirement,
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;

/** Options for the browser's `navigator.credentials.create`. */
export const newPasskeyOptionsSchema = z.object({
  challenge,
  rp: z.object({ id: z.string().max(253), name: z.string().max(40) }),
  user: z.object({
    id: encoded(100),
    name: z.string().max(254),
    displayName: z.string().max(254),
  }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })).max(10),
  timeout: z.number().int(),
  attestation: z.literal("none"),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: requirement,
    requireResidentKey: z.boolean(),
    userVerification: requirement,
  }),
});
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptionsSchema>;

const passkeySchema = z.object({
  id: z.string().max(60),
  name: z.string().max(MAX_PASSKEY_NAME_LENGTH),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const signInMethodsSchema = z.object({
  hasPassword: z.boolean(),
  passkeys: z.array(passkeySchema).max(MAX_PASSKEYS),
  providers: z
    .array(z.object({ id: providerId, name: providerName, linkedAt: z.iso.datetime().nullable() }))
    .max(providerIds.length),
});
export type SignInMethods = z.infer<typeof signInMethodsSchema>;
