import { type BadRow, HistoryError } from "./events.ts";

/** Runs a command on history files; a HistoryError ends it with its message alone and exit code 1. */
export async function runCommand(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Names the skipped rows of a file on standard error. */
export function tellBadRows(file: string, badRows: readonly BadRow[]): void {
  for (const { line, reason } of badRows) console.error(`${file}:${line}: ${reason}; row skipped`);
}
