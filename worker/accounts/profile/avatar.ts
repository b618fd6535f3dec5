import { and, eq, isNull } from "drizzle-orm";
import { MAX_AVATAR_BYTES } from "#contract/account.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import type { Accounts } from "../accounts.ts";
import { newToken } from "../sessions/token.ts";
import { readProfile } from "./profile.ts";

/** Our page sends 512 pixels; larger pictures burden whoever decodes them. */
const MAX_SIDE_PIXELS = 2048;

const AVATAR_PATH = "/api/account/avatar/";

/**
 * Stores the picture under an unguessable name. Its type is taken from its bytes. Throws `unsupported_media_type`,
 * `payload_too_large` or `invalid_request`.
 */
export async function saveAvatar(accounts: Accounts, userId: string, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength > MAX_AVATAR_BYTES)
    throw new AppError("payload_too_large", "The picture may be at most 2 MB.");
  const image = findImage(bytes);
  if (!image) throw new AppError("unsupported_media_type", "Please choose a PNG, JPEG or WebP picture.");
  const sides = [image.width, image.height];
  if (Math.min(...sides) < 1 || Math.max(...sides) > MAX_SIDE_PIXELS)
    throw new AppError(
      "invalid_request",
      `The picture may be at most ${MAX_SIDE_PIXELS} pixels on each side.`,
    );
  const name = `${newToken()}.${image.extension}`;
  await accounts.files.put(keyOf(userId, name), bytes);
  try {
    await replaceImage(accounts, userId, AVATAR_PATH + name);
  } catch (error) {
    await accounts.files.delete(keyOf(userId, name));
    throw error;
  }
}

export async function removeAvatar(accounts: Accounts, userId: string): Promise<void> {
  await replaceImage(accounts, userId, null);
}

/**
 * Each of several simultaneous uploads deletes the file that it replaced, so no file is left over. Throws
 * `unauthenticated` when the account is gone.
 */
async function replaceImage(accounts: Accounts, userId: string, image: string | null): Promise<void> {
  const { db, now } = accounts;
  for (;;) {
    const { image: old } = await readProfile(db, userId);
    const replaced = await db
      .update(users)
      .set({ image, updatedAt: now() })
      .where(and(eq(users.id, userId), old === null ? isNull(users.image) : eq(users.image, old)))
      .returning({ id: users.id });
    if (replaced.length === 0) continue;
    await deleteFile(accounts, userId, old);
    return;
  }
}

/** Throws `not_found` for any other name. */
export async function readAvatar(
  { db, files }: Accounts,
  userId: string,
  name: string,
): Promise<{ body: ReadableStream; contentType: string }> {
  const missing = new AppError("not_found", "There is no such picture.");
  const { image } = await readProfile(db, userId);
  const kind = imageKinds.find(({ extension }) => name.endsWith(`.${extension}`));
  if (image !== AVATAR_PATH + name || !kind) throw missing;
  const file = await files.get(keyOf(userId, name));
  if (!file) throw missing;
  return { body: file.body, contentType: kind.contentType };
}

export async function deleteAvatars(accounts: Accounts, userId: string, image: string | null): Promise<void> {
  const { files } = accounts;
  await deleteFile(accounts, userId, image);
  const { objects } = await files.list({ prefix: keyOf(userId, "") });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
}

async function deleteFile({ files }: Accounts, userId: string, image: string | null): Promise<void> {
  if (!image?.startsWith(AVATAR_PATH)) return;
  const name = image.slice(AVATAR_PATH.length);
  await files.delete(keyOf(userId, name));
}

/** Keys begin with the owner's id, so deleting the account finds all files. */
function keyOf(userId: string, name: string): string {
  return `avatars/${userId}/${name}`;
}

type ImageKind = { extension: "png" | "jpg" | "webp"; contentType: string };
type FoundImage = ImageKind & { width: number; height: number };

const png: ImageKind = { extension: "png", contentType: "image/png" };
const jpeg: ImageKind = { extension: "jpg", contentType: "image/jpeg" };
const webp: ImageKind = { extension: "webp", contentType: "image/webp" };

const imageKinds: readonly ImageKind[] = [png, jpeg, webp];

/** Reads the format (PNG, JPEG or WebP) and the size in pixels from the first bytes. */
function findImage(bytes: Uint8Array): FoundImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return findPng(view) ?? findWebp(view) ?? findJpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** W3C PNG, 5.2 and 11.2.1: the signature is followed by the IHDR chunk. */
function findPng(view: DataView): FoundImage | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (textAt(view, 12, 4) !== "IHDR") return null;
  return { ...png, width: view.getUint32(16), height: view.getUint32(20) };
}

/** RFC 9649: a RIFF header is followed by one of three first chunks, each with its own place for the size. */
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

/** ITU T.81, B.1: segments come before the frame header (SOF). */
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
