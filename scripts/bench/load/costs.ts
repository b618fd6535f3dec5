import type { PlatformUse } from "./use.ts";

/** Prices beyond what the Workers Paid plan includes. */
const USD_PER_MILLION = {
  requests: 0.3,
  cpuMilliseconds: 0.02,
  d1RowsRead: 0.001,
  d1RowsWritten: 1,
  objectRequests: 0.15,
  objectRowsRead: 0.001,
  objectRowsWritten: 1,
  fileReads: 0.36,
  fileWrites: 4.5,
  queueOperations: 0.4,
  logLines: 0.6,
} as const;
const LOG_LINES_A_REQUEST = 2;
const OPERATIONS_A_MESSAGE = 3;
/** An object is billed for 128 MB while a request runs. */
const USD_PER_OBJECT_SECOND = (12.5 / 1_000_000) * 0.128;
/** The other analyses find a finished one. */
const FRESH_SHARE = 0.1;

export type MeasuredUse = PlatformUse & { cpuMilliseconds: number; objectSeconds: number };

export function usdPerMillion(use: MeasuredUse): number {
  const per = USD_PER_MILLION;
  return (
    per.requests +
    LOG_LINES_A_REQUEST * per.logLines +
    use.cpuMilliseconds * per.cpuMilliseconds +
    use.rowsRead * per.d1RowsRead +
    use.rowsWritten * per.d1RowsWritten +
    use.objectCalls * per.objectRequests +
    use.objectRowsRead * per.objectRowsRead +
    use.objectRowsWritten * per.objectRowsWritten +
    use.fileReads * per.fileReads +
    use.fileWrites * per.fileWrites +
    use.messages * OPERATIONS_A_MESSAGE * per.queueOperations +
    use.objectSeconds * 1_000_000 * USD_PER_OBJECT_SECOND
  );
}

/** Excludes the language model. */
export function usdPerMillionAnalyses({
  fresh,
  cached,
}: {
  fresh: MeasuredUse;
  cached: MeasuredUse;
}): number {
  return FRESH_SHARE * usdPerMillion(fresh) + (1 - FRESH_SHARE) * usdPerMillion(cached);
}
