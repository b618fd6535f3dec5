import { createHash } from "node:crypto";

/**
 * Operations on a message, with attestations as leaves. Ours: the published package brings a Bitcoin wallet's
 * library and an HTTP client.
 */
const MAGIC = Buffer.from("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294", "hex");
const VERSION = 1;
const [SHA1, SHA256, APPEND, PREPEND, FORK, ATTESTATION] = [0x02, 0x08, 0xf0, 0xf1, 0xff, 0x00];
const PENDING = "83dfe30d2ef90c8e";
const BITCOIN = "0588960d73d71901";
/** Of the format. */
const [MAX_MESSAGE, MAX_PAYLOAD, MAX_DEPTH] = [4096, 8192, 256];

type Operation = { tag: number; argument: Uint8Array };
export type Timestamp = {
  message: Uint8Array;
  attestations: { tag: string; payload: Uint8Array }[];
  next: { operation: Operation; timestamp: Timestamp }[];
};

export type Attestation =
  | { kind: "pending"; uri: string; message: Uint8Array }
  | { kind: "bitcoin"; height: number; message: Uint8Array }
  | { kind: "other"; message: Uint8Array };

/** Throws RangeError for what is cut, too long or unknown. */
export function readTimestamp(bytes: Uint8Array, message: Uint8Array): Timestamp {
  const reader = new Reader(bytes);
  const timestamp = timestampAt(reader, message, 0);
  reader.end();
  return timestamp;
}

/** A detached proof (`.ots`) of a SHA-256 digest. */
export function writeProof(timestamp: Timestamp): Uint8Array<ArrayBuffer> {
  const parts = [MAGIC, Uint8Array.of(VERSION, SHA256), timestamp.message, ...written(timestamp)];
  return new Uint8Array(Buffer.concat(parts));
}

/** Throws RangeError for anything but a proof of SHA-256. */
export function readProof(bytes: Uint8Array): Timestamp {
  const reader = new Reader(bytes);
  if (!MAGIC.equals(reader.take(MAGIC.length)) || reader.byte() !== VERSION || reader.byte() !== SHA256)
    throw new RangeError("This is no proof of a SHA-256 digest.");
  const timestamp = timestampAt(reader, reader.take(32), 0);
  reader.end();
  return timestamp;
}

/** Throws RangeError where one is malformed. */
export function attestationsOf({ message, attestations, next }: Timestamp): Attestation[] {
  return [
    ...attestations.map(({ tag, payload }): Attestation => {
      const reader = new Reader(payload);
      if (tag === PENDING)
        return { kind: "pending", uri: Buffer.from(reader.chunk(1000)).toString(), message };
      if (tag === BITCOIN) return { kind: "bitcoin", height: reader.number(), message };
      return { kind: "other", message };
    }),
    ...next.flatMap(({ timestamp }) => attestationsOf(timestamp)),
  ];
}

/** In place of what stood at its message. */
export function withTimestamp(timestamp: Timestamp, more: Timestamp): Timestamp {
  if (Buffer.from(timestamp.message).equals(more.message)) return more;
  return {
    ...timestamp,
    next: timestamp.next.map((one) => ({ ...one, timestamp: withTimestamp(one.timestamp, more) })),
  };
}

function timestampAt(reader: Reader, message: Uint8Array, depth: number): Timestamp {
  if (depth > MAX_DEPTH || message.length > MAX_MESSAGE) throw new RangeError("The proof is too deep.");
  const timestamp: Timestamp = { message, attestations: [], next: [] };
  for (let isLast = false; !isLast; ) {
    let tag = reader.byte();
    isLast = tag !== FORK;
    if (!isLast) tag = reader.byte();
    if (tag === ATTESTATION) {
      const kind = Buffer.from(reader.take(8)).toString("hex");
      timestamp.attestations.push({ tag: kind, payload: reader.chunk(MAX_PAYLOAD) });
    } else {
      const operation = { tag, argument: tag >= APPEND ? reader.chunk(MAX_MESSAGE) : new Uint8Array() };
      const result = resultOf(operation, message);
      timestamp.next.push({ operation, timestamp: timestampAt(reader, result, depth + 1) });
    }
  }
  return timestamp;
}

function resultOf({ tag, argument }: Operation, message: Uint8Array): Uint8Array {
  if (tag === SHA256) return createHash("sha256").update(message).digest();
  if (tag === SHA1) return createHash("sha1").update(message).digest();
  if (tag === APPEND) return Buffer.concat([message, argument]);
  if (tag === PREPEND) return Buffer.concat([argument, message]);
  throw new RangeError(`The proof has an unknown operation ${tag}.`);
}

function written({ attestations, next }: Timestamp): Uint8Array[] {
  const items = [
    ...attestations.map(({ tag, payload }) => [
      Uint8Array.of(ATTESTATION),
      Buffer.from(tag, "hex"),
      ...chunk(payload),
    ]),
    ...next.map(({ operation: { tag, argument }, timestamp }) => [
      Uint8Array.of(tag),
      ...(tag >= APPEND ? chunk(argument) : []),
      ...written(timestamp),
    ]),
  ];
  return items.flatMap((item, i) => (i < items.length - 1 ? [Uint8Array.of(FORK), ...item] : item));
}

/** After their length, seven bits a byte. */
function chunk(bytes: Uint8Array): Uint8Array[] {
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return [Uint8Array.of(...length, rest), bytes];
}

/** Throws RangeError beyond the end. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new RangeError("The proof is cut.");
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** At most 28 bits: no length or block has more. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("The proof has too large a number.");
  }

  chunk(max: number): Uint8Array {
    const length = this.number();
    if (length > max) throw new RangeError("The proof has too long a part.");
    return this.take(length);
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw new RangeError("The proof goes on after its end.");
  }
}
