import { clientOf } from "#accounts/sessions/client.ts";
import {
  beginEnrolment,
  confirmEnrolment,
  disableTwoFactor,
  replaceRecoveryCodes,
} from "#accounts/two-factor/enrolment.ts";
import { verifyTwoFactor } from "#accounts/two-factor/verify.ts";
import {
  passwordAndCodeRequestSchema,
  passwordRequestSchema,
  twoFactorCodeRequestSchema,
  twoFactorVerifyRequestSchema,
} from "#contract/security.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { answerSession } from "./session-answer.ts";

export const twoFactorOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/two-factor/verify",
    access: "public",
    rate: "signInAddress",
    body: twoFactorVerifyRequestSchema,
    isCountedByHandler: true,
    handle: async (c) => {
      const request = await readJson(c.req.raw, twoFactorVerifyRequestSchema);
      return answerSession(c, await verifyTwoFactor(c.var.deps.accounts, request, clientOf(c.req.raw)));
    },
  },
  {
    method: "POST",
    path: "/api/auth/two-factor/enroll",
    access: "user",
    body: passwordRequestSchema,
    handle: async (c, who) => {
      const { password } = await readJson(c.req.raw, passwordRequestSchema);
      return c.json(await beginEnrolment(c.var.deps.accounts, who, password));
    },
  },
  {
    method: "POST",
    path: "/api/auth/two-factor/enable",
    access: "user",
    body: twoFactorCodeRequestSchema,
    handle: async (c, who) => {
      const { code } = await readJson(c.req.raw, twoFactorCodeRequestSchema);
      const client = clientOf(c.req.raw);
      return c.json({ recoveryCodes: await confirmEnrolment(c.var.deps.accounts, who, code, client) });
    },
  },
  {
    method: "POST",
    path: "/api/auth/two-factor/recovery-codes",
    access: "user",
    body: passwordAndCodeRequestSchema,
    handle: async (c, who) => {
      const proof = await readJson(c.req.raw, passwordAndCodeRequestSchema);
      const client = clientOf(c.req.raw);
      const recoveryCodes = await replaceRecoveryCodes(c.var.deps.accounts, who, proof, client);
      return c.json({ recoveryCodes });
    },
  },
  {
    method: "POST",
    path: "/api/auth/two-factor/disable",
    access: "user",
    body: passwordAndCodeRequestSchema,
    handle: async (c, who) => {
      const proof = await readJson(c.req.raw, passwordAndCodeRequestSchema);
      await disableTwoFactor(c.var.deps.accounts, who, proof, clientOf(c.req.raw));
      return c.json({ success: true });
    },
  },
];
