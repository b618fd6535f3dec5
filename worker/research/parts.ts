import type { PartReport } from "#contract/analysis.ts";
import type { OptionChain, Part } from "#contract/market-data.ts";
import type { Gathered } from "./gather.ts";

export function dataOf<T>(part: Part<T>): T | null {
  return part.state === "missing" ? null : part.data;
}

/** Prices of a passed expiry are of another day. */
export function liveChain(options: Part<OptionChain>, today: string): OptionChain | null {
  const chain = dataOf(options);
  return chain && chain.expiry >= today ? chain : null;
}

export function partsOf({ company, prices, news, options, social, mood }: Gathered): PartReport[] {
  const { identity: _, ...rest } = company;
  const parts: Record<string, Part<unknown>> = { ...rest, prices, news, options, social, mood };
  return Object.entries(parts).map(([part, found]) =>
    found.state === "missing"
      ? { part, state: "missing", source: found.source, asOf: null, reason: found.detail.slice(0, 300) }
      : { part, state: found.state, source: found.source, asOf: found.asOf, reason: null },
  );
}
