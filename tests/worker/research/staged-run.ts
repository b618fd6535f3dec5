import { env, runInDurableObject } from "cloudflare:test";
import { openDeps } from "#app/deps.ts";
import type { AnalysisRunner, Research } from "#research/analysis-runner.ts";
import { fetchWorker, origin } from "../api.ts";

type Step = "model" | "text" | "result";

/**
 * Makes a ticker's runner whose runs stop before each step until the test lets them continue. Counts the runs that
 * began.
 */
export async function aStagedRunner(symbol: string, onResult: "result" | "failure" = "result") {
  const gates: Record<Step, PromiseWithResolvers<void>> = {
    model: Promise.withResolvers(),
    text: Promise.withResolvers(),
    result: Promise.withResolvers(),
  };
  let runs = 0;
  const runner = runnerOf(symbol);
  await runInDurableObject(runner, (instance: AnalysisRunner) => {
    const research = Reflect.get(instance, "research") as Research;
    const staged: Research = async (ticker, watcher) => {
      runs += 1;
      await gates.model.promise;
      watcher.onStage({ stage: "model", status: "done", detail: "81.4% beat", elapsedMs: 1 });
      await gates.text.promise;
      watcher.onText("The consensus stands at $1.61. ");
      await gates.result.promise;
      if (onResult === "failure") throw new Error("our side failed");
      return research(ticker, { onStage: () => undefined, onText: () => undefined });
    };
    Reflect.set(instance, "research", staged);
  });
  return { goOn: (step: Step) => gates[step].resolve(), runs: () => runs };
}

/**
 * Requests an analysis as a stream. `until` reads on until these words have arrived, and returns everything read so
 * far.
 */
export async function aStream(symbol: string, token: string, headers: Record<string, string> = {}) {
  const response = await fetchWorker(`${origin}/api/analyze/${symbol}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    status: response.status,
    async until(words: string): Promise<string> {
      while (reader && !text.includes(words)) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
      }
      return text;
    },
    leave: async () => reader?.cancel(),
  };
}

/** Returns a ticker's object itself for inspection. */
export function runnerOf(symbol: string): DurableObjectStub<AnalysisRunner> {
  return env.RESEARCH.get(env.RESEARCH.idFromName(openDeps(env, origin).runnerName(symbol)));
}
