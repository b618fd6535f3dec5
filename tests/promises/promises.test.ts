import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { securityPage } from "#app/pages/security-page.tsx";
import { listPlans } from "#contract/subscription.ts";
import { policyGroups } from "#platform/personal-data/list.ts";
import { landingMarkup, privacyMarkup, termsMarkup } from "../../src/prerendered.tsx";
import { promises } from "./promises.ts";

const root = join(import.meta.dirname, "..", "..");
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};
const textOf = (html: string) =>
  html
    .replace(/<(style|script|svg)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ");

const security = String(await securityPage("https://beatcast.example").content);
const shown = [landingMarkup(listPlans()), privacyMarkup(policyGroups()), termsMarkup(), security]
  .map(textOf)
  .join("\n");

describe.each(promises)("%s", (sentence, rule, test) => {
  it("is shown, and its rule and its test are there", () => {
    expect(shown).toContain(sentence);
    expect([rule, test].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

it("the privacy policy's tables are the list of personal data", () => {
  const policy = textOf(privacyMarkup(policyGroups()));
  const texts = policyGroups().flatMap(({ data }) =>
    data.flatMap(({ what, why, retention }) => [what, why, retention]),
  );
  expect(texts.filter((text) => !policy.includes(text.replace(/\s+/g, " ")))).toEqual([]);
});
