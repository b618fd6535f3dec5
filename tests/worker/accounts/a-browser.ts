import type { PushPayload } from "#contract/push.ts";

/** Makes a browser that subscribed to push messages: what it tells us, and how it opens what arrives. */
export async function aBrowser(host = "fcm.googleapis.com") {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const { privateKey, publicKey } = pair as CryptoKeyPair;
  const point = new Uint8Array((await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer);
  const secret = crypto.getRandomValues(new Uint8Array(16));
  const endpoint = `https://${host}/fcm/send/${crypto.randomUUID()}`;
  const keys = { p256dh: base64Url(point), auth: base64Url(secret) };
  return {
    endpoint,
    keys,
    subscription: { endpoint, expirationTime: null, keys },
    /** Decrypts a message by RFC 8291 and RFC 8188, written from their text. */
    open: async (message: Uint8Array): Promise<PushPayload> => {
      const [salt, idLength] = [message.slice(0, 16), message[20] ?? 0];
      const senderPoint = message.slice(21, 21 + idLength);
      const sender = await crypto.subtle.importKey(
        "raw",
        senderPoint,
        { name: "ECDH", namedCurve: "P-256" },
        false,
        [],
      );
      const shared = await crypto.subtle.deriveBits(
        { name: "ECDH", public: sender } as unknown as SubtleCryptoDeriveKeyAlgorithm,
        privateKey,
        256,
      );
      const info = (text: string, ...rest: Uint8Array[]) =>
        joined(new TextEncoder().encode(`${text}\0`), ...rest);
      const ikm = await hkdf(shared, secret, info("WebPush: info", point, senderPoint), 32);
      const key = await hkdf(ikm, salt, info("Content-Encoding: aes128gcm"), 16);
      const nonce = await hkdf(ikm, salt, info("Content-Encoding: nonce"), 12);
      const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
      const clear = new Uint8Array(
        await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, aes, message.slice(21 + idLength)),
      );
      return JSON.parse(new TextDecoder().decode(clear.slice(0, clear.lastIndexOf(2))));
    },
  };
}

/** Creates a deployment's keys for push messages. */
export async function vapidKeys() {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const { privateKey, publicKey } = pair as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer;
  const { d = "" } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  return { publicKey: base64Url(new Uint8Array(point)), privateKey: d, verifier: publicKey };
}

export function base64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

async function hkdf(
  secret: ArrayBuffer | Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, length * 8),
  );
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
