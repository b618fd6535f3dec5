import { AppError } from "#platform/errors.ts";
import type { Accounts } from "../accounts.ts";

/** WebAuthn's name for who asks: passkeys are of this host alone. */
export function relyingParty({ origin }: Pick<Accounts, "origin">): { id: string; name: string } {
  return { id: new URL(origin).hostname, name: "Beatcast" };
}

/** Stored beside the passkey: it can sign in without an address. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

/** Null without. It counts once ours and the signature agree. */
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

/** The library throws for origin, host, challenge, flags, signature and counter. */
export async function verified<Result>(checking: Promise<Result>): Promise<Result> {
  try {
    return await checking;
  } catch {
    throw new AppError("invalid_request", "This passkey could not be verified. Please try again.");
  }
}
