import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageAt } from "#contract/pages.ts";
import { hasShareTargetText, shareTargetTicker } from "../../../src/features/dashboard/views.ts";

const of = (shared: Record<string, string>) => shareTargetTicker(new URLSearchParams(shared));

it.each([
  [{ shared_url: "https://finance.example/quote/AAPL/?p=AAPL" }, "AAPL"],
  [{ shared_url: "https://finance.example/quote/BRK-B" }, "BRK.B"],
  [{ shared_text: "Look https://exchange.example/market-activity/stocks/aapl" }, "AAPL"],
  [{ shared_text: "https://charts.example/symbols/NASDAQ-NVDA/" }, "NVDA"],
  [{ shared_text: "Apple beats again (NASDAQ: AAPL)", shared_title: "News of $MSFT" }, "AAPL"],
  [{ shared_text: "$KO reports tomorrow" }, "KO"],
  [{ shared_title: "Berkshire Hathaway (BRK.B) reports" }, "BRK.B"],
  [{ shared_text: " jpm " }, "JPM"],
  [{ shared_text: "An article about the weather" }, null],
  [{ shared_text: "It costs $12 or $AAPLTOOLONG" }, null],
  [{ shared_text: `(${"A".repeat(100_000)}` }, null],
  [{}, null],
])("what another app shared as %j is about %s", (shared, ticker) => {
  expect(of(shared)).toBe(ticker);
});

const manifest = JSON.parse(
  readFileSync(new URL("../../../public/manifest.webmanifest", import.meta.url), "utf8"),
);

it("the installed app takes what is shared under the names that the page reads", () => {
  const { action, method, params } = manifest.share_target;
  expect([action, method]).toEqual(["/dashboard", "GET"]);
  for (const name of Object.values<string>(params))
    expect(hasShareTargetText(new URLSearchParams({ [name]: "x" }))).toBe(true);
  expect(hasShareTargetText(new URLSearchParams({ symbol: "AAPL" }))).toBe(false);
});

it("its shortcuts lead to pages, each with a picture that is there", () => {
  expect(manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => `${name}: ${url}`)).toEqual(
    [
      "Analyze a company: /dashboard?view=analysis",
      "Earnings calendar: /calendar",
      "Watchlist: /watchlist",
      "Track record: /track-record",
    ],
  );
  for (const { url, icons } of manifest.shortcuts) {
    expect(pageAt(url.split("?")[0])).not.toBeNull();
    expect(icons[0].src).toBe("/icon-192.png");
  }
});
