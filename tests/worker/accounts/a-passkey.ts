import type { NewPasskeyOptions, PasskeyRequestOptions } from "#contract/sign-in-methods.ts";
import { origin } from "../api.ts";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

type Dishonest = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  isUnlocked?: boolean;
  credentialId?: string;
  userHandle?: string;
};

/**
 * Makes an authenticator with one passkey, written from WebAuthn sections 6.1 and 7. Its statements can be made
 * false.
 */
export async function anAuthenticator() {
  const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const id = crypto.getRandomValues(new Uint8Array(16));
  let counter = 0;
  let userHandle = "";

  async function authenticatorData(says: Dishonest, key?: Uint8Array): Promise<Uint8Array> {
    const rpIdHash = await sha256(text(says.rpId ?? new URL(origin).hostname));
    const flags = PRESENT | (says.isUnlocked === false ? 0 : VERIFIED) | (key ? HAS_KEY : 0);
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, says.counter ?? counter);
    return joined(rpIdHash, [flags], count, ...(key ? [new Uint8Array(16), [0, id.length], id, key] : []));
  }

  const clientData = (type: string, challenge: string, says: Dishonest) =>
    text(
      JSON.stringify({
        type: says.type ?? type,
        challenge: says.challenge ?? challenge,
        origin: says.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    id: base64Url(id),
    /** Sets the number from which the next signature counts. */
    countTo: (count: number) => {
      counter = count;
    },
    async make(options: NewPasskeyOptions, says: Dishonest = {}) {
      userHandle = options.user.id;
      const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey;
      // A COSE key of type EC2 for ES256 on P-256.
      const key = joined(
        [0xa5, 1, 2, 3, 0x26, 0x20, 1],
        [0x21, 0x58, 32],
        bytes(x),
        [0x22, 0x58, 32],
        bytes(y),
      );
      const data = await authenticatorData(says, key);
      const attestation = joined(
        [0xa3, 0x63],
        text("fmt"),
        [0x64],
        text("none"),
        [0x67],
        text("attStmt"),
        [0xa0, 0x68],
        text("authData"),
        [0x58, data.length],
        data,
      );
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64Url(clientData("webauthn.create", options.challenge, says)),
          attestationObject: base64Url(attestation),
          transports: ["internal"],
        },
      };
    },
    async answer(options: PasskeyRequestOptions, says: Dishonest = {}) {
      const data = await authenticatorData(says);
      const client = clientData("webauthn.get", options.challenge, says);
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        pair.privateKey,
        joined(data, await sha256(client)),
      );
      const credentialId = says.credentialId ?? base64Url(id);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(der(new Uint8Array(signature))),
          userHandle: says.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** Encodes ECDSA's two numbers as ASN.1. */
function der(raw: Uint8Array): Uint8Array {
  const integer = (part: Uint8Array) => {
    const from = part.findIndex((byte) => byte !== 0);
    const short = part.slice(Math.max(from, 0));
    const value = (short[0] ?? 0) > 127 ? joined([0], short) : short;
    return joined([0x02, value.length], value);
  };
  const numbers = joined(integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return joined([0x30, numbers.length], numbers);
}

const text = (content: string) => new TextEncoder().encode(content);
const bytes = (encoded: string) => new Uint8Array(Buffer.from(encoded, "base64url"));
const base64Url = (content: Uint8Array) => Buffer.from(content).toString("base64url");
const sha256 = async (content: Uint8Array) => new Uint8Array(await crypto.subtle.digest("SHA-256", content));
const joined = (...parts: (Uint8Array | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
