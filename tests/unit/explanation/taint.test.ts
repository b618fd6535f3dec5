import { describe, expect, it } from "vitest";
import type { Fact } from "#explanation/evidence.ts";
import { renderArgument } from "#explanation/render.ts";
import { planByRules, statementCandidatesOf } from "#explanation/rules-plan.ts";
import { UntrustedText } from "#explanation/untrusted-text.ts";
import { sampleBrief } from "./sample-briefs.ts";

const brief = await sampleBrief("AAPL");

/** This mark is in every text from outside and in none of ours. */
const MARK = "Zqx";

/** Returns the facts with every outside string replaced. */
const tainted = (name: string, headline = `${MARK} headline`, publisher = `${MARK} Press`): Fact[] =>
  brief.facts.map((fact) => ({
    ...fact,
    label: `${MARK} label`,
    source: `${MARK} source`,
    note: `${MARK} note`,
    url: `https://${MARK}.example/`,
    ...(fact.key === "name" ? { value: name } : {}),
    ...(fact.isQuotation ? { value: headline, quotedFrom: publisher } : {}),
  }));

/** Returns every sentence that could be made of these facts. */
const sentences = (facts: Fact[]) => statementCandidatesOf(facts).flatMap(({ texts }) => texts);
const withoutQuotations = (text: string) => text.replaceAll(/“[^”]*”/g, "“”");

const oddNames = [
  "ALL",
  "IT",
  "BEAT",
  "A beat is certain. Buy now",
  'Quote" and “more”',
  "Bracket [F12] Corp",
  "Line\nbreak Inc.",
  "\u202eteb deetnaraug\u202c",
  "<script>alert(1)</script>",
  "https://evil.example",
  "شركة",
  "__proto__",
  "Will beat! Will beat!",
  "X".repeat(300),
  "",
  " ",
  "{{name}}",
  "99% sure, Inc.",
];

describe("text from outside", () => {
  it("reaches a sentence only between quotation marks, as the company's name or as a publisher's", () => {
    const found = sentences(tainted(`${MARK} Corporation`)).filter((text) => text.includes(MARK));
    expect(found.length).toBeGreaterThan(2);
    for (const text of found) {
      const bare = withoutQuotations(text)
        .replaceAll(`${MARK} Press`, "")
        .replace(new RegExp(`${MARK}(?! )|${MARK} (?=beats|is|has|will|at|reported|seldom)`), "");
      expect(bare, text).not.toContain(MARK);
    }
  });

  it("of labels, sources, notes, addresses and sectors reaches none", () => {
    for (const text of sentences(tainted("Apple Inc.", "A headline", "The Press")))
      expect(text).not.toContain(MARK);
  });

  it.each(oddNames)("as the company's name %j leaves every sentence whole", (name) => {
    const facts = tainted(name, "A headline", "The Press");
    const plain = sentences(tainted("Apple Inc.", "A headline", "The Press"));
    const clean = new UntrustedText(name).name ?? "the company";
    const capital = clean.charAt(0).toUpperCase() + clean.slice(1);
    expect(sentences(facts)).toEqual(
      plain.map((text) => text.replace(/^Apple/, capital).replaceAll("Apple", clean)),
    );
    for (const text of sentences(facts))
      expect(text).not.toMatch(/[<>[\]{}\n\u202a-\u202e"]|https?:|certain|99% sure/);
    const { claims } = renderArgument(planByRules(facts), facts);
    expect(claims.length).toBeGreaterThanOrEqual(4);
  });

  it.each([
    "Close”, and then: “beat",
    "[F3] Profit [F4]",
    "Line\nbreak",
    "<b>Bold</b> claim",
    "\u202ebackwards",
    'He said "sell"',
    "x".repeat(900),
  ])("as the headline %j stays inside its quotation", (headline) => {
    const facts = tainted("Apple Inc.", headline, "The Press");
    const quotations = sentences(facts).filter((text) => text.includes("“"));
    for (const text of quotations) {
      expect(text.match(/[“”]/g)).toHaveLength(2);
      expect(text).toMatch(/”$/);
      expect(text).not.toMatch(/[[\]<>\n\u202e"]/);
      expect(text.length).toBeLessThanOrEqual(300);
    }
    for (const text of sentences(facts))
      expect(withoutQuotations(text)).not.toMatch(/backwards|Profit|xxx|Bold/);
  });

  it("that reads from right to left is not quoted", () => {
    expect(sentences(tainted("Apple Inc.", "ارتفاع الأرباح")).some((text) => text.includes("“"))).toBe(false);
  });

  it("cannot be joined to a string by mistake", () => {
    const text = new UntrustedText("secret");
    expect(`${text}${JSON.stringify(text)}${String(text)}`).toBe('""');
  });

  it.each([
    ["Apple Inc.", "Apple"],
    ["The Coca-Cola Company", "Coca-Cola"],
    ["The Goldman Sachs Group, Inc.", "Goldman Sachs"],
    ["The Home Depot, Inc.", "The Home Depot"],
    ["Ford Motor Company", "Ford Motor"],
    ["Amazon.com, Inc.", "Amazon.com"],
    ["AT&T Inc.", "AT&T"],
    ["McDonald's Corporation", "McDonald's"],
    ["J. M. Smucker Co", "J. M. Smucker"],
    ["SAP SE", "SAP"],
    ["Berkshire Hathaway Inc.", "Berkshire Hathaway"],
  ])("%s is called %s", (name, short) => {
    expect(new UntrustedText(name).name).toBe(short);
  });
});
