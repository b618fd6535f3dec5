import { createHmac, randomBytes } from "node:crypto";

/** standardwebhooks.com */
const SECRET_START = "whsec_";

export function newSigningSecret(): string {
  return SECRET_START + randomBytes(32).toString("base64");
}

/** With a signature under each secret in force. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_START.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Beatcast-Webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
