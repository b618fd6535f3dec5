import type { Stage, StageName } from "#contract/analysis.ts";
import type { Part } from "#contract/market-data.ts";
import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";

/** `detail` says what was found, or why nothing was. */
type Outcome = { status: "done" | "missing"; detail: string | null };

/** Runs `work` as a stage and returns its value. Rethrows what it throws. */
export type TimeStage = <T>(
  stage: StageName,
  work: () => Promise<T>,
  outcomeOf?: (value: T) => Outcome,
) => Promise<T>;

/** The most characters of a stage's `detail` that the API's schema allows. */
const MAX_DETAIL = 300;
const done: Outcome = { status: "done", detail: null };

/** Times the stages of an analysis and reports the start and end of each to `onStage`. */
export class Stages {
  readonly #onStage: (stage: Stage) => void;
  readonly #ended: Stage[] = [];

  constructor(onStage: (stage: Stage) => void) {
    this.#onStage = onStage;
  }

  readonly during: TimeStage = async (stage, work, outcomeOf = () => done) => {
    const startedAt = Date.now();
    this.#onStage({ stage, status: "running", detail: null, elapsedMs: 0 });
    const end = (status: Stage["status"], detail: string | null) => {
      const ended = {
        stage,
        status,
        detail: detail?.slice(0, MAX_DETAIL) ?? null,
        elapsedMs: Date.now() - startedAt,
      };
      this.#ended.push(ended);
      this.#onStage(ended);
    };
    try {
      const value = await work();
      const { status, detail } = outcomeOf(value);
      end(status, detail);
      return value;
    } catch (error) {
      end("failed", error instanceof MarketError || error instanceof AppError ? error.message : null);
      throw error;
    }
  };

  ended(): Stage[] {
    return [...this.#ended];
  }
}

/**
 * Returns the outcome of a stage that reads parts: `missing` with the first part's reason when no part could be
 * read, otherwise `done`.
 */
export function outcomeOfParts(parts: readonly Part<unknown>[]): Outcome {
  const [first] = parts;
  const areAllMissing = parts.every((part) => part.state === "missing");
  return areAllMissing && first?.state === "missing" ? { status: "missing", detail: first.detail } : done;
}
