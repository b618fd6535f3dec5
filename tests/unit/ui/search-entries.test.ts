import { describe, expect, it } from "vitest";
import { type Company, searchEntries } from "../../../src/ui/domain/shell/search-entries.ts";

const today = "2026-11-25";
const found = (typed: string, isMember = false, companies: readonly Company[] = []) =>
  searchEntries(typed, { isMember, today, companies });
const titles = (...given: Parameters<typeof found>) => found(...given).map(({ title }) => title);

describe("the search", () => {
  it("offers the nearest weeks and where to go before anything is typed", () => {
    expect(titles("").slice(0, 8)).toEqual([
      ...["This week", "Next week", "Last week"],
      ...["Home", "Calendar", "Analyze", "Watchlist", "Track record"],
    ]);
  });

  it("finds a week by its name or by one of its dates", () => {
    expect(found("next week")[0]).toMatchObject({ href: "/calendar?from=2026-11-30&weeks=1" });
    expect(found("oct 19")[0]).toMatchObject({
      title: "Week of October 19, 2026",
      href: "/calendar?from=2026-10-19&weeks=1",
    });
  });

  it("puts a week that was named before companies whose names sound alike", () => {
    const alike = [{ symbol: "NXTW", name: "Next Week Stores" }];
    expect(titles("next week", false, alike)).toEqual(["Next week", "NXTW", "Largest edges of next week"]);
  });

  it("opens a company's page, and for a member its analysis after it", () => {
    const apple = [{ symbol: "AAPL", name: "Apple Inc." }];
    expect(titles("apple", true, apple)).toEqual(["AAPL", "Analyze AAPL"]);
    expect(found("apple", false, apple).map(({ href }) => href)).toEqual(["/stocks/AAPL"]);
  });

  it("looks a ticker up that no list has, after everything that was found", () => {
    expect(titles("week").at(-1)).toBe("WEEK");
    expect(titles("no such thing!")).toEqual([]);
  });

  it("offers a visitor to sign in and a member the account", () => {
    expect(titles("sign", false)).toEqual(["Sign in", "Create an account", "SIGN"]);
    expect(titles("billing", true)).toEqual(["Billing and plans", "BILLING"]);
    expect(titles("billing", false)).not.toContain("Billing and plans");
  });

  it("escapes what was typed into an address", () => {
    expect(found("brk.b")[0]?.href).toMatch(/^\/stocks\/BRK[.-]B$/);
    expect(found("<script>")).toEqual([]);
  });
});
