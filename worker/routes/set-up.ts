import { clientOf } from "#accounts/client.ts";
import { openAccount } from "#accounts/sign-up.ts";
import { secretOf } from "#billing/secret.ts";
import { claimSetUp, completeSetUp, giveBackSetUp } from "#billing/set-up.ts";
import { setupPasswordRequestSchema } from "#contract/subscription.ts";
import type { AppContext } from "#worker/context.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { answerSession } from "./session-answer.ts";

export const setUpOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/setup-password",
    access: "public",
    rate: "setUp",
    body: setupPasswordRequestSchema,
    handle: setUpPassword,
  },
];

/** A paid guest's account, made in the browser that paid. */
async function setUpPassword(c: AppContext): Promise<Response> {
  const { accounts, billing } = c.var.deps;
  const { email, password } = await readJson(c.req.raw, setupPasswordRequestSchema);
  const claim = await claimSetUp(billing(), secretOf(c.req.raw), email.trim().toLowerCase());
  const person = { email, password, fullName: claim.payerName ?? "" };
  const opened = await openAccount(accounts, person, clientOf(c.req.raw)).catch(async (error: unknown) => {
    await giveBackSetUp(billing(), claim);
    throw error;
  });
  await completeSetUp(billing(), claim, opened.userId);
  return answerSession(c, opened);
}
