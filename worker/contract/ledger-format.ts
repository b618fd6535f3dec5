import { canonical } from "./canonical.ts";
import type { LedgerEntry, Revealed } from "./ledger.ts";

/** What the first entry is chained to, and the head of an empty ledger. */
export const GENESIS_HASH = "0".repeat(64);

/** The text whose SHA-256 is an entry's hash. */
export function hashedText({ seq, previousHash, body }: Omit<LedgerEntry, "hash">): string {
  return canonical({ seq, previousHash, body });
}

/** The text whose SHA-256 is the seal of a lock. */
export function sealedText({ lock, nonce }: Revealed): string {
  return canonical({ lock, nonce });
}

/** SHA-256 of a text's UTF-8 bytes as hexadecimal digits. Runs in browsers, Node and Workers alike. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
