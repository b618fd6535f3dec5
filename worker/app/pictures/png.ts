import { crc32, deflateSync } from "node:zlib";
import type { Canvas } from "./canvas.ts";

/** A canvas as a PNG file. Each row is stored as its difference to the one above, which flat pictures make short. */
export function pngOf({ width, height, pixels }: Canvas): Uint8Array<ArrayBuffer> {
  const stride = width * 3;
  const rows = new Uint8Array(height * (stride + 1));
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1);
    rows[to] = 2;
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      rows[to + 1 + i] = (pixels[at] ?? 0) - (y > 0 ? (pixels[at - stride] ?? 0) : 0);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a channel, colour without transparency.
  header.set([8, 2], 8);
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** Length, name, data and the checksum of name and data. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const part = new Uint8Array(data.length + 12);
  const view = new DataView(part.buffer);
  view.setUint32(0, data.length);
  part.set(new TextEncoder().encode(name), 4);
  part.set(data, 8);
  view.setUint32(data.length + 8, crc32(part.subarray(4, data.length + 8)));
  return part;
}
