import type { MarketData } from "#market/port.ts";
import { yahooMarket } from "#market/yahoo/yahoo.ts";
import { type Recording, recording } from "./recordings.ts";

/** Yahoo as recorded, behind the product's own adapter. */
export function recordedYahoo(): MarketData {
  return yahooMarket(async (address) => {
    const { pathname, searchParams } = new URL(address);
    if (pathname === "/") return new Response("ok", { headers: { "set-cookie": "A3=recorded" } });
    if (pathname === "/v1/test/getcrumb") return new Response("recordedcrumb");
    const answer = recordedAnswer(pathname, searchParams.get("q"));
    return new Response(JSON.stringify(answer?.body ?? {}), { status: answer?.status ?? 404 });
  }, "https://recorded.example");
}

/** Returns the recorded answer to an address, or null. */
export function recordedAnswer(pathname: string, query: string | null): Recording | null {
  const symbol = decodeURIComponent(pathname.split("/").at(-1) ?? "");
  if (pathname.includes("/quoteSummary/")) return recording(`yahoo/${symbol}/quoteSummary.json`);
  if (pathname.includes("/chart/"))
    return recording(`yahoo/${symbol}/chart-long.json`) ?? recording(`yahoo/${symbol}/chart.json`);
  if (pathname.includes("/options/")) return recording(`yahoo/${symbol}/options.json`);
  return pathname.endsWith("/search") ? recording(`yahoo/${query}/search.json`) : null;
}
