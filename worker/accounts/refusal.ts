/** Whether an error is one of the library's own 4xx answers; anything else is a failure of ours. */
export function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  return typeof status === "number" && status >= 400 && status < 500;
}
