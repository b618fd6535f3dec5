import autocannon, { type Client } from "autocannon";
import { median } from "../filled-instance.ts";
import { type RouteName, requestOf, type Sent } from "./routes.ts";

const CONNECTIONS = 16;
/** Short turns, so that a change of the machine's load meets both sides. */
const TURN_SECONDS = 2;

/** What some turns of load were answered with; latencies in milliseconds, medians over the turns. */
type Load = { rps: number; p50: number; p99: number; requests: number; errors: number };

export type RouteLoad = Load & {
  /** Requests a second, against the bare Worker's in the turns beside them. */
  ratio: number;
};

type Side = { url: string; next: () => Sent };

/** Drives a route of the product and the bare Worker in turns. */
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
  const pairs: [Load, Load][] = [];
  for (let turn = 0; turn < turns; turn++) pairs.push([await driveOnce(ours), await driveOnce(theirs)]);
  const load = joined(pairs.map(([own]) => own));
  return { ...load, ratio: median(pairs.map(([own, other]) => own.rps / other.rps)) };
}

async function driveOnce({ url, next }: Side): Promise<Load> {
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: TURN_SECONDS,
    // Each connection sends another person's request each time.
    setupClient: (client: Client) => {
      client.setRequest(next());
      client.on("response", () => client.setRequest(next()));
    },
  });
  return {
    rps: requests.total / TURN_SECONDS,
    p50: latency.p50,
    p99: latency.p99,
    requests: requests.total,
    errors: errors + timeouts + non2xx,
  };
}

function joined(loads: readonly Load[]): Load {
  const sum = (key: "requests" | "errors") => loads.reduce((total, load) => total + load[key], 0);
  const middle = (key: "rps" | "p50" | "p99") => median(loads.map((load) => load[key]));
  return {
    rps: middle("rps"),
    p50: middle("p50"),
    p99: middle("p99"),
    requests: sum("requests"),
    errors: sum("errors"),
  };
}
