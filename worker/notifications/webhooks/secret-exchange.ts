import { and, eq, ne, or } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import { keyIdOf, type Secrets } from "#accounts/sessions/token.ts";
import { decryptKey, encryptKey } from "#accounts/two-factor/stored-key.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";

const ENDPOINTS_A_RUN = 500;

/** One that no secret opens stays. Safe to repeat. */
export async function reencryptSigningSecrets({
  db,
  secrets,
}: Pick<Accounts, "db" | "secrets">): Promise<void> {
  const current = keyIdOf(secrets[0]);
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(or(ne(webhookEndpoints.keyId, current), ne(webhookEndpoints.previousKeyId, current)))
    .limit(ENDPOINTS_A_RUN);
  for (const { id, secret, previousSecret } of rows) {
    const now = again(secrets, secret);
    const before = previousSecret === null ? null : again(secrets, previousSecret);
    if (!now) continue;
    await db
      .update(webhookEndpoints)
      .set({ ...now, previousSecret: before?.secret ?? null, previousKeyId: before?.keyId ?? null })
      // Rotated meanwhile: newer ones.
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.secret, secret)));
  }
}

function again(secrets: Secrets, stored: string): ReturnType<typeof encryptKey> | null {
  try {
    return encryptKey(secrets, decryptKey(secrets, stored).text);
  } catch {
    return null;
  }
}
