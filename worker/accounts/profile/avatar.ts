import { and, eq, isNull } from "drizzle-orm";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import { MAX_AVATAR_BYTES } from "#contract/account.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import { newToken } from "../sessions/token.ts";
import { readProfile } from "./profile.ts";

/** The largest width and height. Our page sends 512 pixels; much larger pictures would be slow to decode. */
const MAX_SIDE_PIXELS = 2048;

const AVATAR_PATH = "/api/account/avatar/";

/**
 * Stores a picture under an unguessable name and makes it the person's avatar. The format is determined from
 * the bytes. Throws `unsupported_media_type`, `payload_too_large` or `invalid_request`.
 */
export async function saveAvatar(accounts: AccountDeps, userId: string, bytes: Uint8Array): Promise<void> {
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

export async function removeAvatar(accounts: AccountDeps, userId: string): Promise<void> {
  await replaceImage(accounts, userId, null);
}

/**
 * Sets the avatar's address and deletes the file that it replaces. Each of several simultaneous calls deletes
 * the file of the one before it, so no file is left over. Throws `unauthenticated` when the account is gone.
 */
async function replaceImage(accounts: AccountDeps, userId: string, image: string | null): Promise<void> {
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

/** Returns the person's avatar. Throws `not_found` when `name` is not its current name. */
export async function readAvatar(
  { db, files }: AccountDeps,
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

export async function deleteAvatars(
  accounts: AccountDeps,
  userId: string,
  image: string | null,
): Promise<void> {
  const { files } = accounts;
  await deleteFile(accounts, userId, image);
  const { objects } = await files.list({ prefix: keyOf(userId, "") });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
}

async function deleteFile({ files }: AccountDeps, userId: string, image: string | null): Promise<void> {
  if (!image?.startsWith(AVATAR_PATH)) return;
  const name = image.slice(AVATAR_PATH.length);
  await files.delete(keyOf(userId, name));
}

/** The key begins with the owner's id, so that account deletion finds all of the person's files. */
function keyOf(userId: string, name: string): string {
  return `avatars/${userId}/${name}`;
}

const imageKinds = [
  { extension: "png", contentType: "image/png", reader: PNG },
  { extension: "jpg", contentType: "image/jpeg", reader: JPG },
  { extension: "webp", contentType: "image/webp", reader: WEBP },
] as const;

/** Returns the format and the size in pixels of a PNG, JPEG or WebP picture, or null for any other file. */
function findImage(bytes: Uint8Array): { extension: string; width: number; height: number } | null {
  const kind = imageKinds.find(({ reader }) => reader.validate(bytes));
  if (!kind) return null;
  try {
    const { width, height } = kind.reader.calculate(bytes);
    return { extension: kind.extension, width, height };
  } catch {
    // The library throws various errors when a file is cut off.
    return null;
  }
}
