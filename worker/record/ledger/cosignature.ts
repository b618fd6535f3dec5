/** c2sp.org/tlog-cosignature, version 1: Ed25519. */

/** `name+id+base64` of the algorithm, 4, and 32 bytes (signed-note). */
export const WITNESS_KEY_FORM = /^([^\s+]{1,100})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/;

const COSIGNATURE = 4;

type WitnessKey = { name: string; id: Uint8Array; key: CryptoKey };

type Cosignature = { line: string; time: Date };

/** Throws TypeError for a malformed key or another's id. */
export async function openWitnessKey(text: string): Promise<WitnessKey> {
  const [, name = "", idText = "", encoded = ""] = WITNESS_KEY_FORM.exec(text) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  const digest = await crypto.subtle.digest("SHA-256", Buffer.concat([Buffer.from(`${name}\n`), bytes]));
  const id = new Uint8Array(digest).slice(0, 4);
  if (bytes.length !== 33 || bytes[0] !== COSIGNATURE || Buffer.from(id).toString("hex") !== idText)
    throw new TypeError("A witness's key is name+id+key of a cosignature.");
  const key = await crypto.subtle.importKey("raw", new Uint8Array(bytes.subarray(1)), "Ed25519", false, [
    "verify",
  ]);
  return { name, id, key };
}

export async function findCosignature(
  text: string,
  lines: readonly string[],
  { name, id, key }: WitnessKey,
): Promise<Cosignature | null> {
  for (const line of lines) {
    const [, by, encoded = ""] = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, "base64");
    if (by !== name || bytes.length !== 4 + 8 + 64 || !bytes.subarray(0, 4).equals(id)) continue;
    const seconds = bytes.readBigUInt64BE(4);
    const signed = new TextEncoder().encode(`cosignature/v1\ntime ${seconds}\n${text}`);
    const signature = new Uint8Array(bytes.subarray(12));
    if (seconds < 8_640_000_000_000n && (await crypto.subtle.verify("Ed25519", key, signature, signed)))
      return { line, time: new Date(Number(seconds) * 1000) };
  }
  return null;
}
