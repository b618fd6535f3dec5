import { AsyncLocalStorage } from "node:async_hooks";

/** The fields of a log line: only ids, codes, counts and route patterns, never anything that a person typed. */
type Fields = Readonly<Record<string, string | number | boolean | null>>;

const context = new AsyncLocalStorage<Fields>();

export function withLogContext<Result>(fields: Fields, work: () => Result): Result {
  return context.run({ ...context.getStore(), ...fields }, work);
}

export function logEvent(level: "info" | "warn" | "error", event: string, fields: Fields = {}): void {
  const write = { info: console.log, warn: console.warn, error: console.error }[level];
  write(JSON.stringify({ level, event, ...context.getStore(), ...fields }));
}

/** An error whose message may be logged, because it contains no data from people or from other services. */
export class LoggedError extends Error {
  override readonly name: string = "LoggedError";
}

export function logUnexpected(error: unknown, where: Record<string, string>): void {
  logEvent("error", "unexpected", { ...where, error: describeError(error) });
}

const MAX_FRAMES = 15;

/**
 * Returns an error's name, its stack frames and its causes as text for the log. The message is included only
 * where it cannot contain personal data, because libraries repeat addresses and parameters in theirs.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const message = safeMessageOf(error);
  const head = message === null ? nameOf(error) : `${nameOf(error)}: ${message}`;
  const cause = error.cause instanceof Error ? `\ncaused by ${describeError(error.cause)}` : "";
  return [head, ...framesOf(error)].join("\n") + cause;
}

const harmless = [
  // The match ends before the property's name, because the name may be a key that a person sent.
  /^Cannot (read|set) properties of (undefined|null)/,
  /^[\w.]+(\(\.\.\.\))? is not (a function|defined|iterable|a constructor)$/,
  /^Maximum call stack size exceeded$/,
  /^D1_ERROR: (UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed(: [\w.]+(, [\w.]+)*)?(: SQLITE_\w+)*( \(\w+\))?$/,
  /^D1_ERROR: no such (table|column): [\w.]+(: SQLITE_\w+)?( at offset \d+)?$/,
  /^D1_ERROR: (Network connection lost|D1 DB is overloaded|Internal error|too many SQL variables)\b[\w .]*$/,
  /^(Network connection lost\.|The operation was aborted due to timeout|Durable Object reset because its code was updated\.)$/,
];

function safeMessageOf(error: Error): string | null {
  const { message } = error;
  if (error instanceof LoggedError) return message;
  const code: unknown = Reflect.get(error, "code");
  if (/^(AppError|Stripe\w*Error)$/.test(error.name)) return String(code ?? "no code");
  if (error.name === "MarketError") return String(Reflect.get(error, "reason"));
  const issues: unknown = Reflect.get(error, "issues");
  if (Array.isArray(issues)) return issues.slice(0, 5).map(issueText).join(", ");
  for (const pattern of harmless) {
    const [said] = pattern.exec(message) ?? [];
    if (said) return said;
  }
  return null;
}

/**
 * Returns the code of a validation issue. Its path is left out, because the path may contain keys that a person
 * sent.
 */
function issueText(issue: unknown): string {
  return String((Object(issue) as { code?: unknown }).code);
}

function nameOf({ name }: Error): string {
  return /^\w{1,60}$/.test(name) ? name : "Error";
}

function framesOf({ stack = "", message }: Error): string[] {
  const begins = stack.indexOf(message);
  const places = begins < 0 ? stack : stack.slice(begins + message.length);
  return places
    .split("\n")
    .filter((line) => line.length <= 300 && /^ +at [\w.$<>#[\] ]*\(?[\w./:-]+\)?$/.test(line))
    .slice(0, MAX_FRAMES);
}
