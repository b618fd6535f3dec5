import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";

/** A sign-in about to be tried. */
type Attempt = {
  email: string;
  network: string;
  /** The mark of a device that signed in to the account before. */
  knownDevice: string | null;
};

/**
 * Counts an attempt before the password is checked, so parallel attempts count. A known device has its own budget;
 * others count by network, by account and network, and by account. Answers how to release it. Throws `rate_limited`.
 */
export async function countAttempt(
  { enforceRateLimit, releaseRateToken }: Accounts,
  { email, network, knownDevice }: Attempt,
): Promise<{ release: () => Promise<void> }> {
  if (knownDevice !== null) {
    const key = `${email} ${knownDevice}`;
    await enforceRateLimit("signInDevice", key);
    return { release: () => releaseRateToken("signInDevice", key) };
  }
  await enforceRateLimit("signInAddress", network);
  await enforceRateLimit("signInAccount", `${email} ${network}`);
  await enforceRateLimit("signInEverywhere", email).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    console.log(JSON.stringify({ level: "warn", event: "sign_in_guessed_from_many_networks" }));
    throw new AppError(
      "rate_limited",
      "Too many wrong passwords were tried for this account. Please use a browser that has signed in before, set a new password by mail, or try again later.",
      error.extras,
    );
  });
  return {
    release: async () => {
      await Promise.all([
        releaseRateToken("signInAccount", `${email} ${network}`),
        releaseRateToken("signInEverywhere", email),
      ]);
    },
  };
}
