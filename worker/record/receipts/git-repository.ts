import { z } from "zod";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { askOutside } from "./ask-outside.ts";
import { type CheckpointWitness, type SignedCheckpoint, witnessFailed } from "./port.ts";

export type GitRepository = {
  /** In the host's API: `https://api.github.com/repos/OWNER/NAME`. */
  url: string;
  token: string;
};

const commitSchema = z.object({
  commit: z.object({
    sha: z.string().regex(/^[0-9a-f]{40,64}$/),
    html_url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
    committer: z.object({ date: z.iso.datetime({ offset: true }) }).optional(),
  }),
});
const fileSchema = z.object({ content: z.string().max(20_000), encoding: z.literal("base64") });

/** Nothing is overwritten; names sort by size. */
function pathOf({ size, note }: SignedCheckpoint): string {
  const folder = note.slice(0, note.indexOf("\n")).split("/").map(encodeURIComponent).join("/");
  return `${folder}/${String(size).padStart(12, "0")}.txt`;
}

/**
 * Contents API of GitHub, Gitea and Forgejo. One file and commit a checkpoint; an existing one must be equal.
 */
export function gitRepository(
  { url, token }: GitRepository,
  fetch: Fetch,
  now: () => Date,
): CheckpointWitness {
  const { host, pathname } = new URL(url);
  const name = `${host} ${pathname.split("/").slice(-2).join("/")}`;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    "content-type": "application/json",
    // GitHub refuses requests without one.
    "user-agent": "beatcast-ledger",
  };
  return {
    kind: "git",
    name,
    async attest({ checkpoint }) {
      const path = pathOf(checkpoint);
      const address = `${url}/contents/${path}`;
      const content = Buffer.from(checkpoint.note).toString("base64");
      const body = JSON.stringify({ message: `Checkpoint of ${checkpoint.size} entries`, content });
      const written = await askOutside({
        ...{ fetch, name, url: address, method: "PUT", headers, body },
        statuses: [200, 201, 409, 422],
      });
      if (written.status < 300) return receiptOf(name, path, written.bytes, now());
      const found = await askOutside({ fetch, name, url: address, method: "GET", headers, statuses: [200] });
      const file = parsed(fileSchema, found.bytes);
      if (!file || Buffer.from(file.content, "base64").toString() !== checkpoint.note)
        throw witnessFailed(name, `has another file at ${path}`);
      const bytes = new TextEncoder().encode(JSON.stringify({ path }));
      return { bytes, state: "complete", witnessedAt: now(), detail: path };
    },
  };
}

function receiptOf(name: string, path: string, answer: Uint8Array, at: Date) {
  const commit = parsed(commitSchema, answer)?.commit;
  if (!commit) throw witnessFailed(name, "answered something else than a commit");
  const { sha, html_url: address, committer } = commit;
  const bytes = new TextEncoder().encode(JSON.stringify({ path, commit: sha, address }));
  const witnessedAt = committer ? new Date(committer.date) : at;
  return { bytes, state: "complete" as const, witnessedAt, detail: address ?? `commit ${sha}` };
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.infer<Schema> | null {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return null;
  }
}
