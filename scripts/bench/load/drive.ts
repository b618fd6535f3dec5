import autocannon, { type Client } from "autocannon";
import { median } from "../filled-instance.ts";
import { type RouteName, requestOf, type Sent } from "./routes.ts";
import { runtimeCpuMs } from "./runtime.ts";
import { send } from "./use.ts";

const CONNECTIONS = 16;
const MAX_HEAD_BYTES = 4_000;
const MAX_WARM_TURNS = 8;
/** Short turns, so that the machine's other load affects both sides alike. */
const TURN_SECONDS = 2;

/** Times are milliseconds, and values are medians of the turns. */
type Load = { rps: number; bytes: number; p50: number; p99: number; requests: number; errors: number };

export type RouteLoad = Omit<Load, "bytes"> & {
  /** Relative to the bare Worker. */
  ratio: number;
  /** Processor time per request. */
  cpuMs: number;
  /** Measured in the same turns. */
  bare: Pick<Load, "rps" | "p50" | "p99">;
};

type Side = { url: string; next: () => Sent };

export async function driveRoute(
  route: RouteName,
  {
    product,
    bare,
    tokens,
    turns,
  }: { product: string; bare: string; tokens: readonly string[]; turns: number },
): Promise<RouteLoad> {
  const ours: Side = { url: product, next: () => requestOf(route, tokens) };
  const theirs: Side = { url: bare, next: () => ({ method: "GET", path: "/", headers: {} }) };
  await warmUp(route, ours);
  const pairs: [Load, Load][] = [];
  let cpuMs = 0;
  for (let turn = 0; turn < turns; turn++) {
    const before = runtimeCpuMs();
    const own = await driveOnce(ours);
    cpuMs += runtimeCpuMs() - before;
    pairs.push([own, await driveOnce(theirs)]);
  }
  const { bytes: _, ...load } = joined(pairs.map(([own]) => own));
  const { rps, p50, p99 } = joined(pairs.map(([, other]) => other));
  return {
    ...load,
    cpuMs: cpuMs / load.requests,
    bare: { rps, p50, p99 },
    ratio: median(pairs.map(([own, other]) => own.rps / other.rps)),
  };
}

/**
 * Sends until an answer has its usual size, so that first sessions, new isolates and cached answers do not count.
 */
async function warmUp(route: RouteName, side: Side): Promise<void> {
  let seen = "";
  for (let turn = 0; turn < MAX_WARM_TURNS; turn++) {
    const expected = (await send(side.url, side.next())).length;
    const { bytes, requests } = await driveOnce(side);
    // The last answer of each connection arrives after the turn.
    const arrived = Math.max(1, requests - CONNECTIONS) / requests;
    if (bytes >= expected * 0.9 * arrived && bytes <= expected * 1.5 + MAX_HEAD_BYTES) return;
    seen = `${Math.round(bytes)} bytes an answer instead of ${expected} and its head`;
  }
  throw new Error(`${route}: ${seen}, in ${MAX_WARM_TURNS} turns`);
}

async function driveOnce({ url, next }: Side): Promise<Load> {
  const { requests, throughput, latency, errors, timeouts, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: TURN_SECONDS,
    // With `setRequest`, the request is sent once, followed by "/".
    setupClient: (client: Client) => {
      client.setRequests([next()]);
      client.on("response", () => client.setRequests([next()]));
    },
  });
  return {
    rps: requests.total / TURN_SECONDS,
    bytes: throughput.total / requests.total,
    p50: latency.p50,
    p99: latency.p99,
    requests: requests.total,
    errors: errors + timeouts + non2xx,
  };
}

function joined(loads: readonly Load[]): Load {
  const sum = (key: "requests" | "errors") => loads.reduce((total, load) => total + load[key], 0);
  const middle = (key: "rps" | "bytes" | "p50" | "p99") => median(loads.map((load) => load[key]));
  return {
    rps: middle("rps"),
    bytes: middle("bytes"),
    p50: middle("p50"),
    p99: middle("p99"),
    requests: sum("requests"),
    errors: sum("errors"),
  };
}
