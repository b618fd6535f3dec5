import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isoDay } from "#contract/time.ts";
import { checkedWeights, type ModelWeights } from "#model/weights.ts";
import { HistoryError } from "./events.ts";
import { approved } from "./refit-report.ts";

/**
 * Ships the weights and card of `out`, then signs their report, so that it can be repeated after a crash. Throws
 * HistoryError.
 */
export function approve(out: string, shippedFolder: string, who: string): void {
  if (who === "") throw new HistoryError("--approve takes the name of a person");
  const reportFile = join(out, "REPORT.md");
  if (!existsSync(reportFile))
    throw new HistoryError(`there is no report in ${out}: a refit writes it, --out names its folder`);
  const [weightsFile, card] = ["weights.json", "MODEL_CARD.md"];
  const { version } = weightsIn(out);
  if (!existsSync(join(out, card)) || !readFileSync(join(out, card), "utf8").includes(` ${version}\n`))
    throw new HistoryError(`${join(out, card)} is not of ${version}; refit again`);
  let report: string;
  try {
    const asked = { version, who, day: isoDay(new Date()), shippedVersion: weightsIn(shippedFolder).version };
    report = approved(readFileSync(reportFile, "utf8"), asked);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HistoryError(error.message);
  }
  for (const name of [weightsFile, card]) copyFileSync(join(out, name), join(shippedFolder, name));
  writeFileSync(reportFile, report);
  console.log(`shipped ${version}, approved by ${who}`);
}

/** Throws HistoryError. */
export function weightsIn(folder: string): ModelWeights {
  const file = join(folder, "weights.json");
  try {
    return checkedWeights(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new HistoryError(`${file} cannot be used: ${(error as Error).message}`);
  }
}

/** Throws HistoryError. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new HistoryError(`${folder} cannot be written: ${(error as Error).message}`);
  }
}
