import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { featureTiers } from "#contract/rules.ts";
import type { FeatureTier } from "#model/weights.ts";
import type { FitTable } from "./fit-table.ts";
import { type FitSettings, type Fitted, fitUntil, type Scores, scoresOf } from "./train.ts";

/** `until` is an ISO day, excluded. */
type FitTask = { until: string; rows: readonly number[] };
type FitResult = { scores: Record<FeatureTier, Scores>; fitted: Fitted };

/** Returns results in the order of the tasks, with any number of threads. */
export async function runFits(
  table: FitTable,
  tasks: readonly FitTask[],
  settings: FitSettings,
  report: (line: string) => void = () => undefined,
): Promise<FitResult[]> {
  if (settings.threads <= 1) return tasks.map((task) => runFit(table, task, settings));
  const results: FitResult[] = [];
  let [next, done] = [0, 0];
  report(`${tasks.length} fits, ${Math.min(settings.threads, tasks.length)} at a time`);
  const worker = async () => {
    const thread = new Worker(import.meta.filename, { workerData: { fit: { table, settings } } });
    try {
      while (next < tasks.length) {
        const number = next++;
        thread.postMessage(tasks[number]);
        // Rejects when the thread throws.
        const [result] = await once(thread, "message");
        results[number] = result as FitResult;
        report(`fit ${++done} of ${tasks.length}, until ${tasks[number]?.until}`);
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(settings.threads, tasks.length) }, worker));
  return results;
}

function runFit(table: FitTable, { until, rows }: FitTask, settings: FitSettings): FitResult {
  const fitted = fitUntil(table, until, settings);
  const scores = Object.fromEntries(
    featureTiers.map((featureTier) => [featureTier, scoresOf(fitted, table, featureTier, rows)]),
  );
  return { scores: scores as FitResult["scores"], fitted };
}

if (!isMainThread && workerData?.fit && parentPort) {
  const { table, settings } = workerData.fit as { table: FitTable; settings: FitSettings };
  parentPort.on("message", (task: FitTask) => parentPort?.postMessage(runFit(table, task, settings)));
}
