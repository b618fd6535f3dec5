import { AppError } from "#platform/errors.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { consumeRecoveryCode } from "./recovery.ts";
import { consumeTotp } from "./totp.ts";

/**
 * The authenticator's or a recovery code, each once; the owner hears of the latter by mail. Throws
 * `wrong_code`, or `rate_limited` after ten tries in ten minutes.
 */
export async function requireCode(
  accounts: Accounts,
  userId: string,
  code: string,
  client: Client,
): Promise<void> {
  await accounts.enforceRateLimit("twoFactor", userId);
  const digits = code.replace(/[\s-]/g, "");
  const isTotp = /^\d{6}$/.test(digits);
  const isRight = isTotp
    ? await consumeTotp(accounts, userId, digits)
    : await consumeRecoveryCode(accounts, userId, code);
  if (!isRight) {
    await recordEvent(accounts, userId, "two_factor_failed", client);
    throw new AppError("wrong_code", "That code is wrong or was used before.");
  }
  if (isTotp) return;
  await recordEvent(accounts, userId, "recovery_code_used", client);
}
