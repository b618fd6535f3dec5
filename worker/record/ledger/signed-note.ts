/** Checkpoints (c2sp.org/tlog-checkpoint) are notes signed with Ed25519 (c2sp.org/signed-note). */

/** PKCS #8 puts these bytes before the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_HEAD = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
const ED25519 = 1;

/** The form in which `npm run -s tool -- ledger-key` prints a key. */
export const SIGNING_KEY_FORM = /^PRIVATE\+KEY\+([^\s+]{1,100})\+[0-9a-f]{8}\+([A-Za-z0-9+/]{44})$/;

export type Signer = {
  origin: string;
  /** The public key in the form `name+id+base64` of signed-note. */
  publicKey: string;
  sign: (tree: { size: number; root: Uint8Array }) => Promise<string>;
};

/**
 * Returns the signer of one ledger's checkpoints. All ledgers share the key, but each signs under an origin
 * of its own. Throws TypeError for a malformed key.
 */
export async function openSigner(signingKey: string, ledgerId: string): Promise<Signer> {
  const [, name, encoded] = SIGNING_KEY_FORM.exec(signingKey) ?? [];
  const seed = Buffer.from(encoded ?? "", "base64").subarray(1);
  if (!name || seed.length !== 32) throw new TypeError("The ledger's signing key must have 32 bytes.");
  const origin = `${name}/${ledgerId.replaceAll(/[^\w.:-]/g, "-")}`;
  const pkcs8 = Uint8Array.from([...PKCS8_HEAD, ...seed]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const jwk = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  const point = Buffer.from(jwk.x ?? "", "base64url");
  const algorithmAndPoint = Uint8Array.from([ED25519, ...point]);
  const id = await keyId(origin, algorithmAndPoint);
  return {
    origin,
    publicKey: `${origin}+${Buffer.from(id).toString("hex")}+${base64(algorithmAndPoint)}`,
    async sign({ size, root }) {
      const text = `${origin}\n${size}\n${base64(root)}\n`;
      const bytes = new TextEncoder().encode(text);
      const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", key, bytes));
      return `${text}\n— ${origin} ${base64(Uint8Array.from([...id, ...signature]))}\n`;
    },
  };
}

async function keyId(name: string, algorithmAndPoint: Uint8Array): Promise<Uint8Array> {
  const text = new TextEncoder().encode(`${name}\n`);
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from([...text, ...algorithmAndPoint]));
  return new Uint8Array(digest).slice(0, 4);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Cosignatures follow c2sp.org/tlog-cosignature, version 1, with Ed25519. */

/** A witness key is `name+id+base64`, where the base64 holds the algorithm byte 4 and 32 bytes of key. */
export const WITNESS_KEY_FORM = /^([^\s+]{1,100})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/;

const COSIGNATURE = 4;

type WitnessKey = { name: string; id: Uint8Array; key: CryptoKey };

type Cosignature = { line: string; time: Date };

/** Parses a witness key. Throws TypeError for a malformed key and for an id that does not match it. */
export async function openWitnessKey(text: string): Promise<WitnessKey> {
  const [, name = "", idText = "", encoded = ""] = WITNESS_KEY_FORM.exec(text) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  const digest = await crypto.subtle.digest("SHA-256", Buffer.concat([Buffer.from(`${name}\n`), bytes]));
  const id = new Uint8Array(digest).slice(0, 4);
  if (bytes.length !== 33 || bytes[0] !== COSIGNATURE || Buffer.from(id).toString("hex") !== idText)
    throw new TypeError("A witness's key must have the form name+id+key of a cosignature.");
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
