import type { LedgerEntry, Revealed } from "./ledger.ts";

export const GENESIS_HASH = "0".repeat(64);

export function entryHashPreimage({ seq, previousHash, body }: Omit<LedgerEntry, "hash">): string {
  return canonicalJson({ seq, previousHash, body });
}

export function sealPreimage({ lock, nonce }: Revealed): string {
  return canonicalJson({ lock, nonce });
}

/** Returns the hexadecimal SHA-256 of the text's UTF-8 bytes. It works in browsers, Node and Workers. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns canonical JSON (RFC 8785), so equal values give equal bytes. Throws TypeError for a value that JSON
 * cannot express.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} is not JSON`);
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(",")}}`;
}
