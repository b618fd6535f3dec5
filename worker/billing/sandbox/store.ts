import { and, eq } from "drizzle-orm";
import type { PlanId } from "#contract/plans.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { sandboxDocuments } from "#platform/schema/billing.ts";
import type { PaymentCard } from "../gateway.ts";

const CLAIM_MS = 5_000;

export type SandboxCustomer = {
  id: string;
  email: string;
  name: string | null;
  card: PaymentCard & { isDeclined: boolean };
};

/** Times are in milliseconds since the epoch, and amounts are in US cents. */
export type SandboxSubscription = {
  id: string;
  customerId: string;
  status: "active" | "past_due" | "canceled";
  planId: PlanId;
  periodStart: number;
  periodEnd: number;
  endsAt: number | null;
  endedAt: number | null;
  retained: { planId: PlanId; until: number } | null;
  /** Missing in documents that were stored before this field existed. */
  periodInvoice?: { id: string; isPaid: boolean };
  lastPayment: { id: string; amountCents: number } | null;
  createdAt: number;
};

export type SandboxInvoice = {
  id: string;
  customerId: string;
  subscriptionId: string;
  description: string;
  createdAt: number;
  amountCents: number;
  status: "paid" | "open" | "void" | "refunded";
  paymentId: string | null;
};

export type SandboxCheckout = {
  id: string;
  customerId: string | null;
  planId: PlanId;
  state: "open" | "complete" | "expired";
  email: string | null;
  payerName: string | null;
  successUrl: string;
  cancelUrl: string;
};

type Documents = {
  customer: SandboxCustomer;
  subscription: SandboxSubscription;
  invoice: SandboxInvoice;
  checkout: SandboxCheckout;
  /** The result of a write under an idempotency key. `result` is null until the write has finished. */
  outcome: { id: string; customerId: null; result: string | null; claimedAt: number };
};
type Kind = keyof Documents;

type TypedDocument = { [K in Kind]: { kind: K; document: Documents[K] } }[Kind];

export type SandboxStore = {
  find<K extends Kind>(kind: K, id: string): Promise<Documents[K] | null>;
  listOf<K extends Kind>(kind: K, customerId: string): Promise<Documents[K][]>;
  put<K extends Kind>(kind: K, document: Documents[K]): Promise<void>;
  remove(kind: Kind, id: string): Promise<void>;
  /**
   * Runs a write once for each idempotency key and returns its result; a later call with the same key returns
   * the first result. Throws `conflict` while the first write runs.
   */
  once(key: string, write: () => Promise<string>): Promise<string>;
  /**
   * Stores all documents in one batch under an idempotency key. Returns false and stores nothing when the key
   * was used before.
   */
  putOnce(key: string, documents: readonly TypedDocument[]): Promise<boolean>;
  /** Marks a key as used. Returns true only to the first caller. */
  claim(key: string): Promise<boolean>;
};

/** Opens the store of the sandbox's documents. They are in the database, so they survive a restart. */
export function openSandboxStore(db: Database): SandboxStore {
  const table = sandboxDocuments;
  // The cast is safe, because each row was written with the document type of its kind.
  const read = <K extends Kind>(body: string) => JSON.parse(body) as Documents[K];
  const rowOf = ({ kind, document }: TypedDocument) => ({
    kind,
    id: document.id,
    body: JSON.stringify(document),
    customerId: "customerId" in document ? document.customerId : null,
  });
  const claimOf = (id: string): TypedDocument => ({
    kind: "outcome",
    document: { id, customerId: null, result: null, claimedAt: Date.now() },
  });
  const upsert = (row: ReturnType<typeof rowOf>) =>
    db
      .insert(table)
      .values(row)
      .onConflictDoUpdate({ target: [table.kind, table.id], set: row });
  /** Returns the outcome under the key, after waiting up to a second for a write that is still running. */
  const answered = async (key: string) => {
    let outcome = await store.find("outcome", key);
    for (let tries = 0; outcome && !outcome.result && tries < 10; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      outcome = await store.find("outcome", key);
    }
    return outcome;
  };
  const store: SandboxStore = {
    async find<K extends Kind>(kind: K, id: string) {
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(table.kind, kind), eq(table.id, id)));
      return row ? read<K>(row.body) : null;
    },
    async listOf<K extends Kind>(kind: K, customerId: string) {
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.kind, kind), eq(table.customerId, customerId)));
      return rows.map(({ body }) => read<K>(body));
    },
    async put(kind, document) {
      await upsert(rowOf({ kind, document } as TypedDocument));
    },
    async remove(kind, id) {
      await db.delete(table).where(and(eq(table.kind, kind), eq(table.id, id)));
    },
    async once(key, write) {
      if (await store.claim(key)) {
        const result = await write().catch(async (error: unknown) => {
          await store.remove("outcome", key);
          throw error;
        });
        await store.put("outcome", { id: key, customerId: null, result, claimedAt: Date.now() });
        return result;
      }
      const outcome = await answered(key);
      if (outcome?.result) return outcome.result;
      // The first write did not finish within `CLAIM_MS`, so its process was probably killed.
      if (outcome && outcome.claimedAt < Date.now() - CLAIM_MS) {
        await store.remove("outcome", key);
        return store.once(key, write);
      }
      throw new AppError("conflict", "This change is already being made. Please wait a moment.");
    },
    async putOnce(key, documents) {
      if (await store.find("outcome", key)) return false;
      try {
        // If the key was used before, its row exists and the whole batch fails.
        const claim = db.insert(table).values(rowOf(claimOf(key)));
        await db.batch([claim, ...documents.map((document) => upsert(rowOf(document)))]);
        return true;
      } catch (error) {
        if (await store.find("outcome", key)) return false;
        throw error;
      }
    },
    async claim(key) {
      const row = rowOf(claimOf(key));
      const rows = await db.insert(table).values(row).onConflictDoNothing().returning({ id: table.id });
      return rows.length === 1;
    },
  };
  return store;
}

/** Returns a new id in the form of Stripe's, such as "sub_sandbox" followed by 24 hexadecimal digits. */
export function sandboxId(kind: "cus" | "cs" | "sub" | "in" | "pi" | "evt"): string {
  return `${kind}_sandbox${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
}
