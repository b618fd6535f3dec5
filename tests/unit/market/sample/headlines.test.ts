import { describe, expect, it } from "vitest";
import { sampleCompany, sampleSymbols } from "#market/sample/companies.ts";
import { headlines, messages, sampleHeadlines, sampleMessages } from "#market/sample/news.ts";

/** Nobody may invent this about a company that exists: wrongdoing, legal trouble, harm or failure. */
const accusing =
  /\b(accus|alleg|antitrust|bankrupt|breach|brib|cartel|cheat|complain|corrupt|court|crime|criminal|deceiv|default|delist|deni|fake|fine[ds]?\b|fined|fraud|hack|harm|illegal|inquir|insider|investigat|laundering|lawsuit|leak|liar|lied|mislead|misstat|negligen|penalt|pollut|probe|recall|regulator|restat|scam|scandal|settle|sham|subpoena|sue[ds]?\b|suing|theft|tribunal|unlawful|unsafe|violat|warn|whistle|wrong|filing)\w*/i;
const now = new Date("2026-03-03T15:00:00Z");

describe("the sentences of the sample market", () => {
  it.each([...Object.values(headlines).flat(), ...messages.map(([text]) => text)])(
    "accuse no real company: %s",
    (sentence) => {
      expect(sentence).not.toMatch(accusing);
      expect(sentence).toContain("{}");
    },
  );

  it("would be refused with the inquiry that once stood among them", () => {
    expect("{} faces inquiry over billing practices").toMatch(accusing);
  });

  it.each(sampleSymbols)("are labeled as simulated for %s, each of them", (symbol) => {
    const company = sampleCompany(symbol);
    for (const { publisher, description, url } of sampleHeadlines(company, now)) {
      expect(publisher).toBe("Sample Newswire");
      expect(description).toBe("Simulated headline of the sample market.");
      expect(url).toMatch(/^https:\/\/example\.com\/sample-news\//);
    }
    for (const { author } of sampleMessages(company, now)) expect(author).toMatch(/^sample_user_\d+$/);
  });
});
