import { z } from "zod";
import { ledgerHeadSchema, ledgerRootsResponseSchema, MAX_LEDGER_PAGE } from "#contract/ledger.ts";
import type { Published } from "./verify.ts";

/** Entries are left as they came, so that nothing wrong with them is lost before they are verified. */
const rawPageSchema = z.object({
  entries: z.array(z.unknown()).max(MAX_LEDGER_PAGE),
  head: ledgerHeadSchema,
});

/**
 * Reads a published ledger page by page with `getJson`, and then its roots. Entries made while reading are read too.
 * Throws what `getJson` throws, and a ZodError where an answer has another form.
 */
export async function readLedger(
  getJson: (path: string) => Promise<unknown>,
): Promise<{ entries: unknown[]; published: Published }> {
  const entries: unknown[] = [];
  for (;;) {
    const page = rawPageSchema.parse(await getJson(`/api/track-record/ledger?after=${entries.length}`));
    entries.push(...page.entries);
    if (page.entries.length > 0 && entries.length < page.head.seq) continue;
    const { roots } = ledgerRootsResponseSchema.parse(await getJson("/api/track-record/roots"));
    return { entries, published: { head: page.head, roots } };
  }
}
