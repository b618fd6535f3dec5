import type { Stage, StageName } from "#contract/analysis.ts";
import type { Part } from "#contract/market-data.ts";
import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";

/** `detail` says what was found, or why nothing was. */
type Outcome = { status: "done" | "missing"; detail: string | null };

/** Passes on what the work throws. */
export type During = <T>(
  stage: StageName,
  work: () => Promise<T>,
  outcomeOf?: (value: T) => Outcome,
) => Promise<T>;

/** This limit is that of the API's schema. */
const MAX_DETAIL = 300;
const done: Outcome = { status: "done", detail: null };

/** Times the stages and reports them to the watcher. */
export class Stages {
  readonly #onStage: (stage: Stage) => void;
  readonly #ended: Stage[] = [];

  constructor(onStage: (stage: Stage) => void) {
    this.#onStage = onStage;
  }

  readonly during: During = async (stage, work, outcomeOf = () => done) => {
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

/** The stage is missing when no part could be read, and then the first part says why. */
export function outcomeOfParts(parts: readonly Part<unknown>[]): Outcome {
  const [first] = parts;
  const areAllMissing = parts.every((part) => part.state === "missing");
  return areAllMissing && first?.state === "missing" ? { status: "missing", detail: first.detail } : done;
}
