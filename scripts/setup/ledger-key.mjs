import { createHash, generateKeyPairSync } from "node:crypto";

/** Creates an Ed25519 key in the form of signed notes: `PRIVATE+KEY+name+id+base64`. */
export function newLedgerSigningKey(name) {
  if (!/^[^\s+]{1,100}$/.test(name)) throw new TypeError("A key's name has no spaces and no plus sign.");
  const { x, d } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const [point, seed] = [x, d].map((text) => Buffer.concat([Buffer.of(1), Buffer.from(text, "base64url")]));
  const id = createHash("sha256").update(`${name}\n`).update(point).digest("hex").slice(0, 8);
  return `PRIVATE+KEY+${name}+${id}+${seed.toString("base64")}`;
}
