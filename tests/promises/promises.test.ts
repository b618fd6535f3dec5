import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { featuresOf, tiers } from "#contract/plans.ts";
import { listPlans } from "#contract/subscription.ts";
import { policyGroups } from "#platform/personal-data/list.ts";
import { documentHead } from "../../scripts/prerender/head.ts";
import { landingMarkup, privacyMarkup, termsMarkup } from "../../src/prerendered.tsx";
import { landing } from "./landing.ts";
import { mailNames, mailSamples } from "./mail-samples.ts";
import { mails } from "./mails.ts";
import { plans } from "./plans.ts";
import { privacy } from "./privacy.ts";
import type { PromiseList } from "./promise-list.ts";
import { sentencesOf, sentencesOfHtml } from "./sentences.ts";
import { terms } from "./terms.ts";
import { testNamesOf } from "./test-names.ts";

const root = join(import.meta.dirname, "..", "..");
const table = /<table\b[\s\S]*?<\/table>/g;

/** What stands in the head of a page and in what others show of it. */
const inHead = (page: "landing" | "privacy" | "terms") =>
  [...documentHead(page, []).matchAll(/<title>([^<]+)<|description" content="([^"]+)"/g)].map(
    ([, title, description]) => title ?? description ?? "",
  );
const shareCard = sentencesOfHtml(readFileSync(join(root, "scripts/brand/share-card.html"), "utf8"));
const planTexts = tiers.flatMap((tier) => featuresOf(tier));
const onLanding = sentencesOfHtml(landingMarkup(listPlans())).filter((text) => !planTexts.includes(text));

const texts: readonly [file: string, list: PromiseList, sentences: readonly string[]][] = [
  ["landing.ts", landing, [...onLanding, ...inHead("landing").flatMap(sentencesOf), ...shareCard]],
  ["plans.ts", plans, planTexts],
  // The tables are drawn from the list of personal data, which has tests of its own.
  [
    "privacy.ts",
    privacy,
    [
      ...sentencesOfHtml(privacyMarkup(policyGroups()).replace(table, "")),
      ...inHead("privacy").flatMap(sentencesOf),
    ],
  ],
  ["terms.ts", terms, [...sentencesOfHtml(termsMarkup()), ...inHead("terms").flatMap(sentencesOf)]],
  [
    "mails.ts",
    mails,
    Object.values(mailSamples)
      .flat()
      .flatMap(({ subject, text }) => [...sentencesOf(subject), ...sentencesOf(text)]),
  ],
];

const testsOf = (kept: PromiseList["kept"][string]) => (typeof kept === "string" ? [kept] : kept);

describe.each(texts)("each sentence of %s", (file, { kept, clauses = [], noClaim, fromSpec }, sentences) => {
  const listed = [...Object.keys(kept), ...clauses, ...noClaim];

  it("is listed with the test that keeps it", () => {
    const known = new Set(listed);
    expect(
      [...new Set(sentences)].filter((sentence) => !known.has(sentence)),
      `A sentence that a person reads is a promise. Add each of these to tests/promises/${file}: under \`kept\` with the test that keeps it ("tests/…#describe > test"; write the test if there is none), or under \`noClaim\` if it states no fact. A fact that no test keeps goes from the text.`,
    ).toEqual([]);
  });

  it("is on the list once, and nothing that nobody reads any more", () => {
    const shown = new Set(sentences);
    expect(
      listed.filter((sentence) => !shown.has(sentence)),
      `These are read nowhere any more: remove them from tests/promises/${file}.`,
    ).toEqual([]);
    expect(listed.filter((sentence, index) => listed.indexOf(sentence) !== index)).toEqual([]);
    expect(
      fromSpec.filter((sentence) => !shown.has(sentence)),
      "The specification's own words are gone.",
    ).toEqual([]);
  });

  it("is kept by a test that exists", () => {
    const gone = Object.entries(kept).flatMap(([sentence, by]) =>
      testsOf(by)
        .filter((named) => !exists(named))
        .map((named) => `${sentence} <- ${named}`),
    );
    expect(gone, "Name a test that exists, as its file spells it, or write it.").toEqual([]);
    expect(Object.values(kept).filter((by) => testsOf(by).length === 0)).toEqual([]);
  });
});

const names = new Map<string, Set<string>>();

/** Whether a file has a test of that name that is not skipped. */
function exists(named: string): boolean {
  const [file = "", ...name] = named.split("#");
  if (!existsSync(join(root, file))) return false;
  const known = names.get(file) ?? testNamesOf(file);
  names.set(file, known);
  return known.has(name.join("#"));
}

describe("the lists", () => {
  it("leave it to people in policies only", () => {
    const lenient = texts.filter(([, { clauses = [] }]) => clauses.length > 0).map(([file]) => file);
    expect(lenient).toEqual(["privacy.ts", "terms.ts"]);
  });

  it("know every mail of worker/platform/mail", () => {
    expect(mailNames.toSorted(), "Add the mail to tests/promises/mail-samples.ts.").toEqual(
      Object.keys(mailSamples).toSorted(),
    );
    const files = globSync("worker/platform/mail/*mail*.ts", { cwd: root }).filter((file) =>
      /export function \w+Mail\(/.test(readFileSync(join(root, file), "utf8")),
    );
    const count = files
      .filter((file) => file !== "worker/platform/mail/compose.ts")
      .flatMap((file) => readFileSync(join(root, file), "utf8").match(/export function \w+Mail\(/g) ?? []);
    expect(count.length).toBe(mailNames.length);
  });

  it("need not repeat the tables of the privacy policy, which are the list of personal data", () => {
    const cells = (privacyMarkup(policyGroups()).match(table) ?? []).flatMap((one) =>
      sentencesOfHtml(one.replace(/<thead>?[\s\S]*?<\/thead>/g, "")),
    );
    const rows = policyGroups().flatMap(({ data }) =>
      data.flatMap(({ what, why, retention }) => [what, `What for: ${why}`, `How long: ${retention}`]),
    );
    expect([...new Set(cells)]).toEqual([...new Set(rows.flatMap(sentencesOf))]);
  });
});

describe("the check itself", () => {
  it("sees a sentence that nobody listed", () => {
    const added = sentencesOfHtml("<main><p>We are never wrong.</p></main>");
    expect(added).toEqual(["We are never wrong."]);
    expect(Object.keys(landing.kept)).not.toContain(added[0]);
  });

  it("does not take a test that is skipped or not there for one that keeps", () => {
    expect(
      exists("tests/promises/promises.test.ts#the check itself > sees a sentence that nobody listed"),
    ).toBe(true);
    expect(exists("tests/promises/promises.test.ts#the check itself > sees")).toBe(false);
    expect(exists("tests/promises/gone.test.ts#sees")).toBe(false);
  });
});
