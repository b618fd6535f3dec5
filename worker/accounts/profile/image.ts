type ImageKind = { extension: "png" | "jpg" | "webp"; contentType: string };
type FoundImage = ImageKind & { width: number; height: number };

const png: ImageKind = { extension: "png", contentType: "image/png" };
const jpeg: ImageKind = { extension: "jpg", contentType: "image/jpeg" };
const webp: ImageKind = { extension: "webp", contentType: "image/webp" };

export const imageKinds: readonly ImageKind[] = [png, jpeg, webp];

/**
 * What an image says of itself in its first bytes, whatever its name or declared type: PNG, JPEG or WebP with its size
 * in pixels. Null for anything else, and for a header that is cut off.
 */
export function findImage(bytes: Uint8Array): FoundImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return findPng(view) ?? findWebp(view) ?? findJpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** W3C PNG, 5.2 and 11.2.1: the signature, then IHDR with width and height. */
function findPng(view: DataView): FoundImage | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (textAt(view, 12, 4) !== "IHDR") return null;
  return { ...png, width: view.getUint32(16), height: view.getUint32(20) };
}

/** RFC 9649: RIFF, then one of three first chunks, each with the size in its own place. */
function findWebp(view: DataView): FoundImage | null {
  if (textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WEBP") return null;
  const chunk = textAt(view, 12, 4);
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (chunk === "VP8X") return { ...webp, width: uint24(24) + 1, height: uint24(27) + 1 };
  if (chunk === "VP8 ")
    return { ...webp, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== "VP8L") return null;
  const bits = view.getUint32(21, true);
  return { ...webp, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** ITU T.81, B.1: segments until a frame header (SOF), which has height and width. */
function findJpeg(view: DataView): FoundImage | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { ...jpeg, width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xda) return null;
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function textAt(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join("");
}
