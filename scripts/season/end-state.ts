import { createHash } from "node:crypto";

/** Moments and random values differ between runs. */
const OF_ONE_RUN = new Set(["time", "evidenceHash", "seal", "nonce"]);

/** Returns the count and hash of the ledger's statements, independent of times and order. */
export async function endStateOf(
  getJson: (path: string) => Promise<unknown>,
): Promise<{ statements: number; hash: string }> {
  const bodies: unknown[] = [];
  for (;;) {
    const { entries } = (await getJson(`/api/track-record/ledger?after=${bodies.length}`)) as {
      entries: { body: unknown }[];
    };
    if (entries.length === 0) break;
    bodies.push(...entries.map(({ body }) => body));
  }
  const texts = bodies.map((body) => JSON.stringify(lasting(body))).sort();
  return { statements: texts.length, hash: createHash("sha256").update(texts.join("\n")).digest("hex") };
}

function lasting(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !OF_ONE_RUN.has(key));
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, lasting(part)]),
  );
}
