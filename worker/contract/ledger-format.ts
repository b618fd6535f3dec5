import { canonical } from "./canonical.ts";
import type { LedgerEntry, Revealed } from "./ledger.ts";

/** `previousHash` of the first entry, and the head of an empty ledger. */
export const GENESIS_HASH = "0".repeat(64);

export function hashedText({ seq, previousHash, body }: Omit<LedgerEntry, "hash">): string {
  return canonical({ seq, previousHash, body });
}

export function sealedText({ lock, nonce }: Revealed): string {
  return canonical({ lock, nonce });
}

/** Hexadecimal SHA-256 of UTF-8 bytes. Runs in browsers, Node and Workers. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
