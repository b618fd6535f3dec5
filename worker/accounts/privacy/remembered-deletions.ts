import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Accounts } from "../accounts.ts";

/**
 * Remembers that an account was deleted, for longer than the database's backups last: beside the database, which may be
 * restored to a moment before. By its id, and nothing else of it.
 */
export async function rememberDeletion({ files }: Pick<Accounts, "files">, userId: string): Promise<void> {
  await files.put(keyOf(crypto.randomUUID()), "", { customMetadata: { userId } });
}

/** Ids of accounts whose deletion is remembered; too old ones are forgotten. */
export async function readDeletions({ files, now }: Pick<Accounts, "files" | "now">): Promise<string[]> {
  const end = now().getTime() - retentionDays.deletedAccount * DAY_MS;
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await files.list({
      prefix: keyOf(""),
      include: ["customMetadata"],
      ...(cursor ? { cursor } : {}),
    });
    const expired = page.objects.filter(({ uploaded }) => uploaded.getTime() < end);
    if (expired.length > 0) await files.delete(expired.map(({ key }) => key));
    for (const { uploaded, customMetadata } of page.objects)
      if (uploaded.getTime() >= end && customMetadata?.userId) ids.push(customMetadata.userId);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return ids;
}

function keyOf(name: string): string {
  return `deleted-accounts/${name}`;
}
