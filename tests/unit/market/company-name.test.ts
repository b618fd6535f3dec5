import { describe, expect, it } from "vitest";
import { publicUrl } from "#contract/public-url.ts";
import { commonName, namesCompany } from "#market/company-name.ts";

describe("the name a headline calls a company by", () => {
  it.each([
    ["Apple Inc.", "Apple"],
    ["Amazon.com, Inc.", "Amazon"],
    ["The Walt Disney Company", "Walt Disney"],
    ["Ford Motor Company", "Ford Motor"],
    ["Spotify Technology S.A.", "Spotify"],
    ["Alphabet Inc. Class C", "Alphabet"],
    ["JPMorgan Chase & Co.", "JPMorgan Chase"],
    ["Bank of America Corporation", "Bank of America"],
    ["Visa Inc.", "Visa"],
  ])("%s is %s", (registered, spoken) => {
    expect(commonName(registered)).toBe(spoken);
  });

  it("is found as a word, not inside another one", () => {
    expect(namesCompany("Visa's volumes rise", "Visa Inc.")).toBe(true);
    expect(namesCompany("Supervisad: nothing to see", "Visa Inc.")).toBe(false);
    expect(namesCompany("General Mills cuts outlook", "General Motors Company")).toBe(false);
  });

  it("takes signs in a name for signs", () => {
    expect(namesCompany("AT&T adds subscribers", "AT&T Inc.")).toBe(true);
    expect(namesCompany("ATXT adds subscribers", "AT&T Inc.")).toBe(false);
    expect(namesCompany("anything", "(*.+?[")).toBe(false);
  });
});

describe("links from outside", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://user:pass@example.org/",
    "http://localhost/x",
    "http://127.0.0.1/x",
    "http://[::1]/x",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://intranet/x",
    "http://printer.local/x",
    "not a link",
    `https://example.org/${"x".repeat(2000)}`,
  ])("%.60s is refused", (text) => {
    expect(publicUrl(text)).toBeNull();
  });

  it("keeps an article's address", () => {
    expect(publicUrl("https://news.example.org/a?b=1")).toBe("https://news.example.org/a?b=1");
  });
});
