import { createHash } from "node:crypto";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const varBytes = (bytes: Uint8Array) => Buffer.concat([Buffer.of(bytes.length), bytes]);
const PENDING = Buffer.from("83dfe30d2ef90c8e", "hex");
const BITCOIN = Buffer.from("0588960d73d71901", "hex");

/** A calendar of OpenTimestamps, written from the format alone: it appends a salt, and later anchors in an invented block. */
export class CalendarDouble {
  readonly url: string;
  readonly height = 358_391;
  /** The Merkle root of the block by commitment. */
  readonly roots = new Map<string, Buffer>();
  isAnchored = false;

  constructor(url: string) {
    this.url = url;
  }

  /** POST /digest: sha256(digest + salt), pending here. */
  digest(digest: Uint8Array): Buffer {
    const salt = Buffer.from("00112233445566778899aabbccddeeff", "hex");
    const commitment = sha256(Buffer.concat([digest, salt]));
    this.roots.set(
      commitment.toString("hex"),
      sha256(sha256(Buffer.concat([Buffer.from("aa", "hex"), commitment]))),
    );
    const uri = varBytes(varBytes(Buffer.from(this.url)));
    return Buffer.concat([Buffer.of(0xf0), varBytes(salt), Buffer.of(0x08, 0x00), PENDING, uri]);
  }

  /** GET /timestamp/COMMITMENT: prepend, sha256 twice, a Bitcoin block; and a fork, as real ones have. */
  timestamp(): Response {
    if (!this.isAnchored) return new Response("Pending confirmation in Bitcoin blockchain", { status: 404 });
    const height = Buffer.of((this.height & 127) | 128, ((this.height >> 7) & 127) | 128, this.height >> 14);
    const block = Buffer.concat([Buffer.of(0x00), BITCOIN, varBytes(height)]);
    const other = Buffer.concat([
      Buffer.of(0xff, 0x00),
      Buffer.from("0102030405060708", "hex"),
      varBytes(Buffer.of(1)),
    ]);
    const path = Buffer.concat([Buffer.of(0xf1), varBytes(Buffer.from("aa", "hex")), Buffer.of(0x08, 0x08)]);
    return new Response(Buffer.concat([other, path, block]));
  }

  /** Answers as its server. */
  fetch = async (url: string, init: RequestInit): Promise<Response> =>
    url === `${this.url}/digest`
      ? new Response(new Uint8Array(this.digest(init.body as Uint8Array)))
      : this.roots.has(url.replace(`${this.url}/timestamp/`, ""))
        ? this.timestamp()
        : new Response("", { status: 400 });
}
