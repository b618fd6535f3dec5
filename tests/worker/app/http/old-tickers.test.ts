import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { CompanyChange } from "#contract/company-change.ts";
import type { SymbolSearchResponse } from "#contract/market.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import type { ImportResponse, Watchlist } from "#contract/watchlist.ts";
import { applyChange } from "#season/identity/apply-change.ts";
import { aPerson, call, fetchWorker, origin } from "../../api.ts";
import { db } from "../../record/a-record.ts";
import { aCompany, day } from "../../season/watchlist/a-market.ts";
import { open } from "../pages/a-market.ts";

const store = { db, ledgerId: "sample" };
const now = new Date();
const renamed = (from: string, to: string, name: string | null = null): CompanyChange => ({
  kind: "renamed",
  from,
  to,
  name,
  day: easternDay(now),
  source: "a source",
});

/** FB became META. OLD became NEW, and OLD is another company today. */
beforeAll(async () => {
  for (const symbol of ["FB", "OLD"]) await aCompany(symbol, { reportDate: day(2) });
  await applyChange(store, renamed("FB", "META", "Meta Platforms"), { now });
  await applyChange(store, renamed("OLD", "NEW", "New Company"), { now });
  await env.DB.prepare("UPDATE listings SET closed_at = ? WHERE ticker = 'OLD'")
    .bind(now.getTime() - 60 * DAY_MS)
    .run();
  await aCompany("OLD", { reportDate: day(2) });
});

describe("an old ticker", () => {
  it("of two companies, both under other names today, leads to the later one, whose page names the other", async () => {
    await aCompany("TWICE", { reportDate: day(2) });
    await applyChange(store, renamed("TWICE", "FIRST", "First Company"), { now });
    await env.DB.prepare("UPDATE listings SET closed_at = ?, to_day = '2020-01-15' WHERE ticker = 'TWICE'")
      .bind(now.getTime() - 60 * DAY_MS)
      .run();
    await aCompany("TWICE", { reportDate: day(2) });
    await applyChange(store, renamed("TWICE", "SECOND", "Second Company"), { now });
    expect((await open("/stocks/TWICE")).headers.get("location")).toBe(`${origin}/stocks/SECOND`);
    const { text } = await open("/stocks/SECOND");
    expect(text).toContain("Until January 15, 2020 TWICE was another company. Do you mean");
    expect(text).toContain('href="/stocks/FIRST">First Company (FIRST)</a>');
    expect((await open("/stocks/FIRST")).text).not.toContain("was another company");
  });

  it("leads to the company: 308 on its page and picture, resolved in calls", async () => {
    for (const [path, to] of [
      ["/stocks/FB", "/stocks/META"],
      ["/share/stocks/FB.png", "/share/stocks/META.png"],
    ]) {
      const answer = await open(path ?? "");
      expect([answer.status, answer.headers.get("location")]).toEqual([308, origin + to]);
    }
    const { token } = await aPerson();
    expect((await call("PUT", "/api/watchlist/FB", { token, body: {} })).body).toMatchObject({
      symbol: "META",
      isNew: true,
    });
    const { body } = await call<Watchlist>("GET", "/api/watchlist", { token });
    expect(body.items.map(({ symbol }) => symbol)).toEqual(["META"]);
    const compared = await call<{ items: { symbol: string }[] }>("GET", "/api/compare?s=FB,META", { token });
    expect(JSON.stringify(compared.body)).not.toContain('"FB"');
    const found = await call<SymbolSearchResponse>("GET", "/api/symbols?q=fb", { token });
    expect(found.body).toMatchObject({
      resolved: "META",
      matches: [{ symbol: "META", name: "Meta Platforms" }],
    });
    expect((await open("/stocks/NOBODY")).status).toBe(404);
  });

  it("that another company has today is asked about: on the page, in the search, in an imported list", async () => {
    const page = (await open("/stocks/OLD")).text;
    expect(page).toContain("OLD was another company. Do you mean");
    expect(page).toContain('href="/stocks/NEW">New Company (NEW)</a>');
    expect((await open("/stocks/NEW")).text).toContain("Its ticker before: OLD until");
    const { token } = await aPerson();
    const found = await call<SymbolSearchResponse>("GET", "/api/symbols?q=OLD", { token });
    expect(found.body.resolved).toBeNull();
    expect(found.body.matches.map(({ symbol }) => symbol)).toContain("NEW");
    const response = await fetchWorker(`${origin}/api/watchlist/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
      body: "FB\nOLD\nMETA",
    });
    const imported = (await response.json()) as ImportResponse;
    expect(imported.added).toEqual(["META"]);
    expect(imported.unread).toEqual([
      {
        line: 2,
        text: "OLD",
        reason: `Until ${easternDay(now)} this was New Company, now NEW. Add the one you mean by hand.`,
      },
    ]);
  });
});
