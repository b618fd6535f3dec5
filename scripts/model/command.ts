import { type BadRow, HistoryError } from "./events.ts";

/** Prints only the message of a HistoryError or an unknown option. */
export async function runCommand(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isOfOptions = String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS_");
    if (!(error instanceof HistoryError) && !isOfOptions) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

export type Token = { kind: string; name?: string; value?: string | undefined };

/** `--history A B` means `--history A --history B`. */
export function valuesOf(tokens: readonly Token[], option: string): string[] {
  let last = "";
  return tokens.flatMap(({ kind, name, value }) => {
    if (kind === "option") last = name ?? "";
    return last === option && value !== undefined ? [value] : [];
  });
}

const NAMED_ROWS = 20;

/** Prints on standard error. */
export function tellBadRows(file: string, badRows: readonly BadRow[]): void {
  for (const { line, reason } of badRows.slice(0, NAMED_ROWS))
    console.error(`${file}:${line}: ${reason}; row skipped`);
  const others = badRows.length - NAMED_ROWS;
  if (others > 0) console.error(`${file}: ${others} more rows skipped`);
}
