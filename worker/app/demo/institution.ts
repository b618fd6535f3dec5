import { eq } from "drizzle-orm";
import { prefixOf } from "#accounts/api-keys/secret.ts";
import type { Client } from "#accounts/sessions/client.ts";
import { hashToken, keyedHash } from "#accounts/sessions/token.ts";
import { signUp } from "#accounts/sign-in/sign-up.ts";
import { openUserCheckout } from "#billing/checkout/checkout.ts";
import { payCheckout } from "#billing/sandbox/actions.ts";
import type { Sandbox } from "#billing/sandbox/sandbox.ts";
import { API_KEY_START } from "#contract/api-keys.ts";
import { apiScopes } from "#contract/rules.ts";
import { newId } from "#platform/ids.ts";
import { users } from "#platform/schema/accounts.ts";
import { apiKeys } from "#platform/schema/api-keys.ts";
import type { Deps } from "../deps.ts";

/** The account on the plan with API keys. Development only, so that its password is no secret. */
const institution = { email: "desk@example.com", password: "beatcast demo", fullName: "Demo Desk" };

/**
 * Makes an account on the institutional plan, paid in the sandbox, with an API key that is the same for a checkout's secret.
 * Safe to repeat. Null where there is no sandbox; `apiKey` is null once that key was revoked.
 */
export async function seedInstitution(
  deps: Deps,
  client: Client,
): Promise<{ email: string; password: string; apiKey: string | null } | null> {
  const sandbox = deps.paymentSandbox;
  if (!sandbox) return null;
  const { email, password } = institution;
  const userId = await institutionUser(deps, sandbox, client);
  return { email, password, apiKey: await demoKey(deps, userId) };
}

async function institutionUser(deps: Deps, sandbox: Sandbox, client: Client): Promise<string> {
  const { db, accounts } = deps;
  const { email, fullName: name } = institution;
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  const userId = known?.id ?? (await signUp(accounts, institution, client)).userId;
  if (!known) await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  const { entitlement } = await deps.user(userId);
  if (entitlement.tier !== "free") return userId;
  const { url } = await openUserCheckout(deps.billing, "institutional", { userId, email, name });
  await payCheckout(sandbox, new URL(url).pathname.split("/").at(-1) ?? "", { email, name }, true);
  return userId;
}

async function demoKey({ db, settings, now }: Deps, userId: string): Promise<string | null> {
  const key = API_KEY_START + keyedHash(settings.AUTH_SECRET, "demo API key", userId);
  const hash = await hashToken(key);
  await db
    .insert(apiKeys)
    .values({
      ...{ id: newId("key"), userId, name: "Demo key", prefix: prefixOf(key), hash, scopes: apiScopes },
      createdAt: now(),
    })
    .onConflictDoNothing();
  const [stored] = await db.select().from(apiKeys).where(eq(apiKeys.hash, hash)).limit(1);
  return stored?.revokedAt === null ? key : null;
}
