import { AppError } from "#platform/errors.ts";
import type { Accounts } from "../accounts.ts";

/** Us, as WebAuthn calls who asks for passkeys: they are of this host alone. */
export function relyingParty({ origin }: Pick<Accounts, "origin">): { id: string; name: string } {
  return { id: new URL(origin).hostname, name: "Beatcast" };
}

/** What an authenticator keeps beside the passkey, so that it can sign in without an address. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

/** The challenge that an answer says it is to; null where it says none. It counts once ours and the signature agree. */
export function challengeIn(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === "string" && challenge !== "" ? challenge : null;
  } catch {
    return null;
  }
}

/** The library throws an Error for each thing that does not hold: origin, host, challenge, flags, signature, counter. */
export async function verified<Result>(checking: Promise<Result>): Promise<Result> {
  try {
    return await checking;
  } catch {
    throw new AppError("invalid_request", "This passkey could not be verified. Please try again.");
  }
}
