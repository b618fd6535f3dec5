import { addPasskey, beginPasskeyRegistration, removePasskey } from "#accounts/passkeys/passkeys.ts";
import {
  beginPasskeyAuthentication,
  confirmByPasskey,
  signInByPasskey,
} from "#accounts/passkeys/use-passkey.ts";
import { signInMethods, unlinkProvider } from "#accounts/providers/linked-sign-ins.ts";
import { beginProviderFlow, completeProviderFlow } from "#accounts/providers/sign-in.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { sessionResponseSchema } from "#contract/account.ts";
import { successResponseSchema } from "#contract/security.ts";
import {
  newPasskeyOptionsSchema,
  newPasskeySchema,
  passkeyAnswerRequestSchema,
  passkeyRequestOptionsSchema,
  proofRequestSchema,
  providerFinishSchema,
  providerListSchema,
  providerOutcomeSchema,
  providerParams,
  providerRedirectSchema,
  providerStartSchema,
  signInMethodsSchema,
} from "#contract/sign-in-methods.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";
import { presentSession } from "./present-user.ts";

const proofErrors = ["confirmation_required", "wrong_password", "wrong_code", "rate_limited"] as const;

export const passkeyOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/auth/passkey/options",
    access: "public",
    summary: "Ask the browser for a passkey",
    rate: "signInMethods",
    response: passkeyRequestOptionsSchema,
    handle: ({ accounts }) => beginPasskeyAuthentication(accounts),
  }),
  operation({
    method: "POST",
    path: "/api/auth/passkey/signin",
    access: "public",
    summary: "Open a session by a passkey",
    rate: "signInMethods",
    body: passkeyAnswerRequestSchema,
    response: sessionResponseSchema,
    errors: ["invalid_credentials"],
    handle: async ({ c, accounts, body: { passkey } }) =>
      presentSession(c, await signInByPasskey(accounts, passkey, clientOf(c.req.raw))),
  }),
  operation({
    method: "POST",
    path: "/api/auth/passkey/confirm",
    access: "user",
    summary: "Prove by a passkey who is signed in, for steps that need a recent sign-in",
    body: passkeyAnswerRequestSchema,
    response: successResponseSchema,
    errors: ["invalid_credentials", "forbidden"],
    handle: async ({ c, accounts, who, body: { passkey } }) => {
      await confirmByPasskey(accounts, who, passkey, clientOf(c.req.raw));
      return { success: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/account/sign-in-methods",
    access: "user",
    summary: "List the account's ways to sign in",
    response: signInMethodsSchema,
    handle: ({ accounts, who }) => signInMethods(accounts, who.userId),
  }),
  operation({
    method: "POST",
    path: "/api/account/passkeys/options",
    access: "user",
    summary: "Ask the browser to make a passkey",
    body: proofRequestSchema,
    response: newPasskeyOptionsSchema,
    errors: ["conflict", ...proofErrors],
    handle: ({ c, accounts, who, body }) =>
      beginPasskeyRegistration(accounts, who, body, clientOf(c.req.raw)),
  }),
  operation({
    method: "POST",
    path: "/api/account/passkeys",
    access: "user",
    summary: "Add a passkey",
    body: newPasskeySchema,
    response: successResponseSchema,
    errors: ["invalid_link", "conflict"],
    handle: async ({ c, accounts, who, body }) => {
      await addPasskey(accounts, who, body, clientOf(c.req.raw));
      return { success: true };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/account/passkeys/:id",
    access: "user",
    summary: "Remove a passkey",
    params: idParams,
    body: proofRequestSchema,
    response: successResponseSchema,
    errors: ["not_found", "conflict", ...proofErrors],
    handle: async ({ c, accounts, who, params: { id }, body }) => {
      await removePasskey(accounts, who, id, body, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];

export const providerOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/auth/providers",
    access: "public",
    summary: "List the sites at which people can sign in for us",
    rate: "signInMethods",
    response: providerListSchema,
    handle: ({ accounts }) => ({ providers: accounts.providers.map(({ id, name }) => ({ id, name })) }),
  }),
  operation({
    method: "POST",
    path: "/api/auth/providers/:id/start",
    access: "public",
    summary: "Begin a sign-in, a link or a proof at another site",
    rate: "signInMethods",
    params: providerParams,
    body: providerStartSchema,
    response: providerRedirectSchema,
    errors: ["not_found", "unauthenticated", ...proofErrors],
    handle: async ({ c, accounts, signedIn, params: { id }, body }) => {
      const who = await signedIn(c.req.raw);
      const { redirectTo, cookie } = await beginProviderFlow(accounts, id, body, who, c.req.raw);
      c.header("Set-Cookie", cookie, { append: true });
      return { redirectTo };
    },
  }),
  operation({
    method: "POST",
    path: "/api/auth/providers/:id/finish",
    access: "public",
    summary: "Finish it with what that site answered",
    rate: "signInMethods",
    params: providerParams,
    body: providerFinishSchema,
    response: providerOutcomeSchema,
    errors: [
      "not_found",
      "invalid_link",
      "invalid_credentials",
      "unauthenticated",
      "forbidden",
      "email_unconfirmed",
      "conflict",
    ],
    handle: async ({ c, accounts, signedIn, params: { id }, body: { query } }) => {
      const who = await signedIn(c.req.raw);
      const { returnTo, ...outcome } = await completeProviderFlow(accounts, id, query, who, c.req.raw);
      if ("done" in outcome) return { returnTo, done: outcome.done };
      if ("ticket" in outcome) return { returnTo, twoFactorRequired: true, ticket: outcome.ticket };
      return { returnTo, ...(await presentSession(c, outcome)) };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/account/linked-sign-ins/:id",
    access: "user",
    summary: "Unlink a sign-in at another site",
    params: providerParams,
    body: proofRequestSchema,
    response: successResponseSchema,
    errors: ["not_found", "conflict", ...proofErrors],
    handle: async ({ c, accounts, who, params: { id }, body }) => {
      await unlinkProvider(accounts, who, id, body, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];
