import { recordedReplies, STAMPED_NOTE } from "./recorded-replies.ts";

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/**
 * * Returns a recorded time stamp whose digest is that of `note`. Its signature no longer fits, which only a reader
 * who holds the authority's certificate can notice.
 */
export async function unsignedStampOf(note: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = Buffer.from(recordedReplies.ec.reply);
  const digestAt = reply.indexOf(await sha256(STAMPED_NOTE));
  (await sha256(note)).copy(reply, digestAt);
  return new Uint8Array(reply);
}
