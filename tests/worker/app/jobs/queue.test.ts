import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Deps, openDeps } from "#app/deps.ts";
import worker from "#app/index.ts";
import {
  consumeJobs,
  dropDeadLetter,
  MAX_RETRIES,
  readDeadLetters,
  replayDeadLetter,
} from "#app/jobs/consume.ts";
import { tick } from "#app/jobs/tick.ts";
import { MarketError } from "#market/port.ts";
import { openDatabase } from "#platform/db/client.ts";
import type { JobMessage } from "#platform/messages.ts";
import { deleteExpired } from "#platform/personal-data/rows.ts";
import { openQueue } from "#platform/queue.ts";
import { aBatch } from "./a-batch.ts";

const db = openDatabase(env.DB);
const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);
type Sent = Parameters<typeof aBatch>[1];

/** Returns what becomes of messages when the market fails in this way. */
async function consumed(sent: Sent, failure?: Error) {
  const deps: Deps = { ...openDeps(env, "http://localhost") };
  if (failure) deps.market = () => Promise.reject(failure);
  const { batch, taken, retried } = aBatch("beatcast-jobs", sent);
  await consumeJobs(batch, deps);
  return { taken, retried };
}

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.exec("DELETE FROM dead_letters");
});

describe("the queue of jobs", () => {
  it("takes each message on its own: one that fails is tried again later, the others are done", async () => {
    const result = await consumed(
      [
        { id: "a", body: { job: "calendar" } },
        { id: "b", body: { job: "retention" } },
      ],
      new MarketError("rate_limited", "busy"),
    );
    expect(result.taken).toEqual(["b"]);
    expect(result.retried).toEqual([["a", 4]]);
  });

  it.each([
    [1, null, 4],
    [2, null, 16],
    [5, null, 1_024],
    [1, 90, 90],
    [1, 100_000, 3_600],
  ])(
    "waits longer after each attempt, and as long as the source asks: %i, %s",
    async (attempts, asked, pause) => {
      const failure = new MarketError("rate_limited", "busy", asked);
      const { retried } = await consumed(
        [{ id: "a", body: { job: "calendar" }, attempts: attempts }],
        failure,
      );
      expect(retried).toEqual([["a", pause]]);
    },
  );

  it("stores a message that failed for the last time with the class of its error, once a body", async () => {
    const log = quietly();
    const last = { id: "a", body: { job: "calendar" }, attempts: MAX_RETRIES + 1 };
    const result = await consumed([last, { ...last, id: "b" }], new MarketError("upstream", "secret words"));
    expect(result.taken).toEqual(["a", "b"]);
    expect(log).toHaveBeenCalledTimes(2);
    const [row, ...others] = await readDeadLetters(db, 10);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      job: "calendar",
      body: '{"job":"calendar"}',
      error: "MarketError upstream",
      times: 2,
    });
    expect(JSON.stringify(row)).not.toContain("secret words");
  });

  it("stores a message that this version cannot read, instead of trying it again", async () => {
    const result = await consumed([
      { id: "a", body: { job: "of another version" } },
      { id: "b", body: "nonsense" },
    ]);
    expect(result.taken).toEqual(["a", "b"]);
    expect((await readDeadLetters(db, 10)).map(({ job, error }) => [job, error])).toEqual([
      ["unknown", "UnknownMessage"],
      ["unknown", "UnknownMessage"],
    ]);
  });

  it("stores what the second queue brings, whose attempts were cut off", async () => {
    const { batch, taken } = aBatch("beatcast-dead-letters", [{ id: "a", body: { job: "audit" } }]);
    await worker.queue(batch, env);
    expect(taken).toEqual(["a"]);
    expect(await readDeadLetters(db, 10)).toMatchObject([{ job: "audit", error: "NotFinished", times: 1 }]);
  });

  it("forgets a dead letter that is dropped", async () => {
    await consumed([{ id: "a", body: "nonsense" }]);
    const [{ id } = { id: "" }] = await readDeadLetters(db, 10);
    expect([await dropDeadLetter(db, id), await dropDeadLetter(db, id)]).toEqual([true, false]);
  });

  it("replays a dead letter once and forgets it; one that nobody can read stays", async () => {
    quietly();
    await consumed(
      [
        { id: "a", body: { job: "calendar" }, attempts: 6 },
        { id: "b", body: "nonsense" },
      ],
      new Error("broken"),
    );
    const sent: JobMessage[] = [];
    const enqueue = async (messages: readonly JobMessage[]) => void sent.push(...messages);
    for (const { id } of await readDeadLetters(db, 10)) await replayDeadLetter(db, enqueue, id);
    expect(sent).toEqual([{ job: "calendar" }]);
    expect((await readDeadLetters(db, 10)).map(({ job }) => job)).toEqual(["unknown"]);
    await deleteExpired(db, new Date(Date.now() + 31 * 86_400_000));
    expect(await readDeadLetters(db, 10)).toEqual([]);
  });
});

describe("the tick", () => {
  const [locks, deliveries] = [vi.fn(), vi.fn()];
  const queues = (sendBatch: (batch: { body: JobMessage }[]) => void) =>
    ({
      JOBS: { sendBatch },
      LOCKS: { sendBatch: locks },
      DELIVERIES: { sendBatch: deliveries },
    }) as never;

  it("only enqueues: locks on a queue of their own, the rest in one batch", async () => {
    const sendBatch = vi.fn();
    await tick(openQueue(queues(sendBatch)), "17 * * * *");
    expect(sendBatch).toHaveBeenCalledTimes(1);
    expect(sendBatch.mock.calls[0]?.[0]).toContainEqual({ body: { job: "calendar" }, contentType: "json" });
    expect(locks.mock.calls).toEqual([[[{ body: { job: "locks" }, contentType: "json" }], {}]]);
  });

  it("puts what calls strangers and carriers on a queue of their own", async () => {
    const sendBatch = vi.fn();
    const outbound: JobMessage[] = [
      { job: "webhook", endpoint: "whe_1" },
      { job: "notifications-of", people: ["usr_1"] },
      { job: "newsletter-to", issue: "sample 2026-10-19", readers: ["sub_1"] },
    ];
    await openQueue(queues(sendBatch))(outbound, 30);
    expect(sendBatch).not.toHaveBeenCalled();
    const [[batch, options] = []] = deliveries.mock.calls;
    expect(batch.map(({ body }: { body: JobMessage }) => body)).toEqual(outbound);
    expect(options).toEqual({ delaySeconds: 30 });
  });

  it("keeps batches under a hundred messages", async () => {
    const sizes: number[] = [];
    const sendBatch = async (batch: unknown[]) => void sizes.push(batch.length);
    await openQueue(queues(sendBatch))(Array.from({ length: 250 }, () => ({ job: "audit" })));
    expect(sizes).toEqual([100, 100, 50]);
  });

  it("sets the work going through the real queue", async () => {
    await worker.scheduled({ cron: "17 * * * *" } as ScheduledController, env);
    const stored = () => env.DB.prepare("SELECT count(*) AS n FROM season_reports").first<{ n: number }>();
    await expect.poll(async () => (await stored())?.n, { timeout: 20_000 }).toBeGreaterThan(20);
    // Anything that the jobs write after this file would land in the next file's stores, so they have to end first.
    const left = () =>
      env.DB.prepare("SELECT count(*) AS n FROM season_ranges WHERE read_at = 0").first<{ n: number }>();
    await expect
      .poll(async () => [(await env.JOBS.metrics()).backlogCount, (await left())?.n], { timeout: 30_000 })
      .toEqual([0, 0]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
});
