import { z } from "zod";
import { type LedgerPage, type LedgerRootsResponse, ledgerQuerySchema } from "#contract/ledger.ts";
import type { AppContext } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

const dateSchema = z.iso.date();

/** The ledger as anyone may read and verify it. It holds no personal data. */
export const ledgerOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/track-record/ledger",
    access: "public",
    rate: "record",
    query: ledgerQuerySchema,
    handle: async (c) => {
      const { after, limit } = validate(ledgerQuerySchema, c.req.query());
      const ledger = await ledgerOf(c);
      const { entries, head } = await ledger.page(after, limit);
      return c.json({ entries, head } satisfies LedgerPage);
    },
  },
  {
    method: "GET",
    path: "/api/track-record/roots",
    access: "public",
    rate: "record",
    handle: async (c) => c.json({ roots: await rootsOf(c) } satisfies LedgerRootsResponse),
  },
  {
    method: "GET",
    path: "/api/track-record/roots/:date",
    access: "public",
    rate: "record",
    handle: async (c) => {
      const date = validate(dateSchema, c.req.param("date"));
      const root = (await rootsOf(c)).find((one) => one.date === date);
      if (root) return c.json(root);
      throw new AppError(
        "not_found",
        "No root is published for that day: nothing was entered, or it is not over.",
      );
    },
  },
];

/** The ledger of the market that this deployment serves. */
async function ledgerOf(c: AppContext) {
  const { market, record } = c.var.deps;
  return record((await market()).dataMode).ledger;
}

async function rootsOf(c: AppContext) {
  const ledger = await ledgerOf(c);
  return ledger.roots(c.var.deps.marketNow().getTime());
}
