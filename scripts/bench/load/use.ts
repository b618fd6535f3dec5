import { type RouteName, requestOf, type Sent } from "./routes.ts";

export type PlatformUse = {
  d1Statements: number;
  d1RoundTrips: number;
  rowsRead: number;
  rowsWritten: number;
  objectCalls: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  fileReads: number;
  fileWrites: number;
  messages: number;
};

export async function routeUse(
  route: RouteName,
  { url, tokens, requests }: { url: string; tokens: readonly string[]; requests: number },
): Promise<PlatformUse> {
  return meanUse(url, requests, async () => void (await send(url, requestOf(route, tokens))));
}

/** Requires counting-entry.mjs. */
export async function meanUse(
  url: string,
  calls: number,
  call: (nth: number) => Promise<void>,
): Promise<PlatformUse> {
  await readCounts(url);
  for (let i = 0; i < calls; i++) await call(i);
  const counts = await readCounts(url);
  const mean = Object.entries(counts).map(([name, value]) => [name, Math.round((value / calls) * 100) / 100]);
  return Object.fromEntries(mean) as PlatformUse;
}

/** Throws on any status but 200. */
export async function send(url: string, { method, path, headers, body }: Sent): Promise<Uint8Array> {
  // A connection that is kept alive may close just as it is reused.
  const once = { ...headers, connection: "close" };
  const answer = await fetch(url + path, { method, headers: once, ...(body === undefined ? {} : { body }) });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${new TextDecoder().decode(bytes).slice(0, 300)}`);
  return bytes;
}

const readCounts = async (url: string): Promise<PlatformUse> =>
  (await fetch(`${url}/bench/counts`)).json() as Promise<PlatformUse>;
