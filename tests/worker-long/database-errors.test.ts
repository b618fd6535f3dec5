import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "#app/app.ts";
import { openDeps } from "#app/deps.ts";
import { consumeDeadLetters, consumeJobs, readDeadLetters } from "#app/jobs/consume.ts";
import type { User } from "#contract/account.ts";
import { openDatabase } from "#platform/db/client.ts";
import { checkAnswer } from "../worker/answers.ts";
import { aConfirmedPerson, call, origin } from "../worker/api.ts";
import { aBatch } from "../worker/app/jobs/a-batch.ts";
import { aFailingDatabase } from "./a-failing-database.ts";

afterEach(() => vi.restoreAllMocks());

type Body = { code?: string; message?: string; predictionId?: string };

/** Makes a call to the Worker with this database. */
async function callOn(
  DB: D1Database,
  path: string,
  token: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const context = createExecutionContext();
  const request = new Request(origin + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body ?? {}),
  });
  const answer = await createApp().fetch(request, { ...env, DB }, context);
  await checkAnswer("POST", request.url, answer);
  const said = (await answer.json()) as Body;
  await waitOnExecutionContext(context);
  return { status: answer.status, body: said, retryAfter: answer.headers.get("retry-after") };
}

const usedBy = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user.apiCallsUsed;
const storedFor = async (userId: string) =>
  (await env.DB.prepare("SELECT id, symbol FROM predictions WHERE user_id = ?").bind(userId).all()).results;

describe("a database that fails", () => {
  it.each([false, true])(
    "at any question of an analysis (its answer lost: %s) is said plainly, and the same request again is one call",
    async (late) => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      // The ticker's run already exists, so what fails is the person's part.
      const first = await aConfirmedPerson();
      await call("POST", "/api/analyze/KO", { token: first.token });
      const failed: unknown[] = [];
      for (let nth = 1; ; nth++) {
        const { token, user } = await aConfirmedPerson();
        const headers = { "idempotency-key": `question-${nth}-${late}` };
        const { binding, asked } = aFailingDatabase(nth, 1, late);
        const answer = await callOn(binding, "/api/analyze/KO", token, { headers });
        if (answer.status !== 200) {
          failed.push([answer.status, answer.body.code, answer.retryAfter, await usedBy(token)]);
          expect(answer.body.message).toBe(
            "A part of Beatcast does not answer at the moment. Please try again in a few seconds.",
          );
        }
        const again = await callOn(env.DB, "/api/analyze/KO", token, { headers });
        expect(again.status).toBe(200);
        expect(await usedBy(token)).toBe(1);
        expect(await storedFor(user.id)).toEqual([{ id: again.body.predictionId, symbol: "KO" }]);
        if (asked() < nth) break;
      }
      expect(failed).toEqual(Array(3).fill([503, "not_available", "5", 0]));
    },
  );

  it("while jobs run loses no message: each is tried again, goes to the second queue, and is stored once it answers", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const gone = aFailingDatabase(1, Number.POSITIVE_INFINITY).binding;
    const deps = openDeps({ ...env, DB: gone }, origin);
    const body = { job: "retention" };
    const delays: unknown[] = [];
    for (let attempts = 1; attempts <= 6; attempts++) {
      const { batch, taken, retried } = aBatch("beatcast-jobs", [{ id: "m", body, attempts }]);
      await consumeJobs(batch, deps);
      expect(taken).toEqual([]);
      delays.push(...retried);
    }
    // After the last attempt the queue itself moves the message to the dead-letter queue.
    expect(delays).toEqual([4, 16, 64, 256, 1024, undefined].map((seconds) => ["m", seconds]));
    const second = aBatch("beatcast-dead-letters", [{ id: "m", body }]);
    await consumeDeadLetters(second.batch, openDatabase(gone));
    expect([second.taken, second.retried]).toEqual([[], [["m", undefined]]]);
    await consumeDeadLetters(second.batch, openDatabase(env.DB));
    expect(second.taken).toEqual(["m"]);
    expect(await readDeadLetters(openDatabase(env.DB), 10)).toMatchObject([{ job: "retention", times: 1 }]);
  });
});
