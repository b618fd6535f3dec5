import { eq } from "drizzle-orm";
import { MAX_AVATAR_BYTES } from "#contract/account.ts";
import { users } from "#db/schema/accounts.ts";
import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";
import { readProfile } from "../profile.ts";
import { newToken } from "../token.ts";
import { findImage, imageKinds } from "./image.ts";

/** Our page sends 512 pixels; a larger header than this is no portrait but a burden for whoever decodes it. */
const MAX_SIDE_PIXELS = 2048;

/** Where a picture is read from; its last part is its name in storage. */
export const AVATAR_PATH = "/api/account/avatar/";

/**
 * Stores a person's picture in place of the old one, under a name that nobody can guess. What it is is told by its
 * bytes. Throws `unsupported_media_type`, `payload_too_large` or `invalid_request`.
 */
export async function saveAvatar(accounts: Accounts, userId: string, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength > MAX_AVATAR_BYTES)
    throw new AppError("payload_too_large", "The picture may have at most 2 MB.");
  const image = findImage(bytes);
  if (!image) throw new AppError("unsupported_media_type", "Please choose a PNG, JPEG or WebP picture.");
  const sides = [image.width, image.height];
  if (Math.min(...sides) < 1 || Math.max(...sides) > MAX_SIDE_PIXELS)
    throw new AppError("invalid_request", `The picture may have at most ${MAX_SIDE_PIXELS} pixels a side.`);
  const { db, files, now } = accounts;
  const { image: old } = await readProfile(db, userId);
  const name = `${newToken()}.${image.extension}`;
  await files.put(keyOf(name), bytes);
  await db
    .update(users)
    .set({ image: AVATAR_PATH + name, updatedAt: now() })
    .where(eq(users.id, userId));
  await deleteFile(accounts, old);
}

/** Removes a person's picture. */
export async function removeAvatar(accounts: Accounts, userId: string): Promise<void> {
  const { image } = await readProfile(accounts.db, userId);
  await accounts.db.update(users).set({ image: null, updatedAt: accounts.now() }).where(eq(users.id, userId));
  await deleteFile(accounts, image);
}

/** A person's own picture and the one content type it is served with. Throws `not_found` for any other name. */
export async function readAvatar(
  { db, files }: Accounts,
  userId: string,
  name: string,
): Promise<{ body: ReadableStream; contentType: string }> {
  const missing = new AppError("not_found", "There is no such picture.");
  const { image } = await readProfile(db, userId);
  const kind = imageKinds.find(({ extension }) => name.endsWith(`.${extension}`));
  if (image !== AVATAR_PATH + name || !kind) throw missing;
  const file = await files.get(keyOf(name));
  if (!file) throw missing;
  return { body: file.body, contentType: kind.contentType };
}

/** Deletes the file behind a picture's address, if it is one of ours. */
export async function deleteFile({ files }: Accounts, image: string | null): Promise<void> {
  if (image?.startsWith(AVATAR_PATH)) await files.delete(keyOf(image.slice(AVATAR_PATH.length)));
}

function keyOf(name: string): string {
  return `avatars/${name}`;
}
