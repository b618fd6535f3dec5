import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { openCheckpoint, provesConsistency } from "../ledger/second-verifier.ts";

/**
 * A witness of logs, written from c2sp.org/tlog-witness and tlog-cosignature alone. It shares no code with ours.
 */
export class LogWitnessDouble {
  readonly name: string;
  readonly key: string;
  readonly #id: Buffer;
  readonly #private: KeyObject;
  readonly #logKey: string;
  /** The tree that it last cosigned. */
  latest: { size: number; root: Buffer } | null = null;
  seconds = 1_790_000_000;

  constructor(name: string, logKey: string) {
    this.name = name;
    this.#logKey = logKey;
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    this.#private = privateKey;
    const point = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    const bytes = Buffer.concat([Buffer.of(4), point]);
    this.#id = createHash("sha256").update(`${name}\n`).update(bytes).digest().subarray(0, 4);
    this.key = `${name}+${this.#id.toString("hex")}+${bytes.toString("base64")}`;
  }

  /** Answers `add-checkpoint`. */
  answer(body: string): Response {
    const [head = "", ...rest] = body.split("\n\n");
    const note = rest.join("\n\n");
    const [oldLine = "", ...proof] = head.split("\n");
    const [, old] = /^old (0|[1-9]\d*)$/.exec(oldLine) ?? [];
    if (old === undefined || proof.length > 63) return new Response("", { status: 400 });
    const opened = openCheckpoint(note, this.#logKey);
    if (!opened) return new Response("", { status: note.startsWith("unknown") ? 404 : 403 });
    const { size, root } = opened;
    if (Number(old) > size) return new Response("", { status: 400 });
    const seen = this.latest?.size ?? 0;
    if (Number(old) !== seen)
      return new Response(`${seen}\n`, { status: 409, headers: { "content-type": "text/x.tlog.size" } });
    const hashes = proof.map((line) => Buffer.from(line, "base64"));
    if (seen === size && this.latest && !this.latest.root.equals(root))
      return new Response(`${seen}\n`, { status: 409, headers: { "content-type": "text/x.tlog.size" } });
    const isProved =
      seen === 0
        ? hashes.length === 0
        : provesConsistency(
            { first: seen, second: size, firstRoot: this.latest?.root ?? root, secondRoot: root },
            hashes,
          );
    if (!isProved) return new Response("", { status: 422 });
    this.latest = { size, root: Buffer.from(root) };
    return new Response(`\u2014 other.example/w AAAA\n${this.cosign(note)}`);
  }

  /** Returns its cosignature line for a checkpoint. */
  cosign(note: string): string {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(this.seconds));
    const text = `cosignature/v1\ntime ${this.seconds}\n${note.split("\n\n")[0]}\n`;
    const signature = sign(null, Buffer.from(text), this.#private);
    return `\u2014 ${this.name} ${Buffer.concat([this.#id, time, signature]).toString("base64")}\n`;
  }
}
