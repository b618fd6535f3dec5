import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { featureTiers } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { FeatureTier } from "#model/weights.ts";
import {
  approve,
  checkNotApproved,
  checkNotOlder,
  makeFolder,
  versionIn,
} from "../../../scripts/model/approve-refit.ts";
import {
  archiveEvents,
  archiveStatement,
  readArchive,
  storeProblem,
} from "../../../scripts/model/archive-events.ts";
import { differenceOf } from "../../../scripts/model/clustered.ts";
import { companyFacts } from "../../../scripts/model/company-facts.ts";
import { forecastsText, readEarlierForecasts } from "../../../scripts/model/earlier-forecasts.ts";
import { forecastsOf } from "../../../scripts/model/evaluate.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { fitModel } from "../../../scripts/model/fit-model.ts";
import {
  checkDistinct,
  checksumOf,
  checkUnchanged,
  historyUse,
  readHistories,
  statedFiles,
} from "../../../scripts/model/inputs.ts";
import { cardProblem, JUDGE_FROM } from "../../../scripts/model/judge.ts";
import { recordedInputs } from "../../../scripts/model/recorded-inputs.ts";
import { refit } from "../../../scripts/model/refit.ts";
import {
  type Artifact,
  approved,
  type ComparedReport,
  type ComparedTiers,
  refitReport,
  verdictOf,
} from "../../../scripts/model/refit-report.ts";
import { reliabilityPicture } from "../../../scripts/model/reliability-picture.ts";
import { aMarket, quickFit } from "./market-of-companies.ts";

const market = aMarket({ companies: 20, quarters: 32 });
const lastDay = market.at(-1)?.reportDate ?? "";
const filed = market.filter(({ reportDate }) => reportDate < "2015-01-01");
const later = market
  .filter(({ reportDate }) => reportDate >= "2015-01-01")
  .map((event): EarningsEvent => ({ ...event, trend: 0, coverage: "seasons" }));
const files = [filed];
const inputOf = (name: string, events: readonly EarningsEvent[]) => ({
  events: [...events],
  input: { name, use: historyUse("alphavantage", events), sha256: checksumOf(name) },
});
const histories = [inputOf("until-2014.csv", filed), inputOf("of-2015.csv", later)];
const request = { histories, settings: quickFit, leastReports: 60 };
let shipped: Awaited<ReturnType<typeof fitModel>>;
let result: Awaited<ReturnType<typeof refit>>;

beforeAll(async () => {
  shipped = await fitModel(files, () => undefined, quickFit);
  result = await refit({ ...request, against: { weights: shipped.weights } });
});

/** Reports on which both sides gave the same in every feature tier, changed as a test needs it. */
function someCompared(
  change: (report: ComparedReport) => Partial<ComparedReport> = () => ({}),
): ComparedTiers {
  const rows = forecastsOf(files, { from: "2014-01-01", to: "2014-12-31", weights: shipped.weights });
  const reports = rows.map(({ event, isBeat, probability }): ComparedReport => {
    const one = { probability, isCovered: true };
    const report = { event, isBeat, shipped: one, candidate: one };
    return { ...report, ...change(report) };
  });
  return inTiers(() => reports);
}

function inTiers(reportsOf: (featureTier: FeatureTier) => readonly ComparedReport[]): ComparedTiers {
  const tiers = featureTiers.map((featureTier) => [featureTier, reportsOf(featureTier)]);
  return Object.fromEntries(tiers) as ComparedTiers;
}

const artifacts = () => [
  { name: "weights.json", text: JSON.stringify(result.weights) },
  { name: "MODEL_CARD.md", text: result.cardWith([]) },
];

function reportOf(facts: Partial<Parameters<typeof refitReport>[0]> = {}): string {
  return refitReport({
    day: "2026-11-22",
    shippedVersion: shipped.weights.version,
    candidateVersion: result.weights.version,
    inputs: histories.map(({ input }) => input),
    compared: someCompared(),
    beside: ["class counts: as shipped"],
    archive: [],
    artifacts: artifacts(),
    ...facts,
  });
}

const better = () =>
  someCompared(({ isBeat }) => ({ shipped: { probability: isBeat ? 0.4 : 0.6, isCovered: null } }));
const worse = () =>
  someCompared(({ isBeat }) => ({ candidate: { probability: isBeat ? 0.4 : 0.6, isCovered: null } }));

describe("a refit", () => {
  it("fits on files and archive to the newest event", () => {
    expect(result.weights.fittedUntil).toBe(lastDay);
    expect(result.weights.version).not.toBe(shipped.weights.version);
  });

  it("compares on every report that the shipped weights have not seen", () => {
    const from = isoDay(Date.parse(shipped.weights.fittedUntil) + DAY_MS);
    const rows = forecastsOf([filed, later], { from, to: lastDay, weights: shipped.weights });
    expect(result.compared?.full.map(({ event }) => event)).toEqual(rows.map(({ event }) => event));
    for (const featureTier of featureTiers) expect(result.compared?.[featureTier]).toHaveLength(80);
  });

  it("says for each season and family what differs, with intervals by company and week", () => {
    const report = reportOf({ compared: result.compared });
    expect(report).toMatch(/\n\| all \| 80 \| [+-]0\.\d{5} \[[+-]0\.\d{5}, [+-]0\.\d{5}\] \| [+-]/);
    expect(report).toMatch(/\n\| alphavantage \| 80 \| /);
    for (const [season, n] of Map.groupBy(
      later,
      ({ reportDate }) => `2015 Q${Math.ceil(Number(reportDate.slice(5, 7)) / 3)}`,
    ))
      expect(report).toContain(`\n| ${season} | ${n.length} | `);
    expect(report).toMatch(/\n\| shipped, all \| 80 \| .*\n\| candidate, all \| 80 \| /);
  });

  it("names its inputs with their checksums, and the card does too", () => {
    const line = `- \`until-2014.csv\`: family alphavantage, ${filed.length} events from ${filed[0]?.reportDate} to ${filed.at(-1)?.reportDate}; SHA-256 \`${checksumOf("until-2014.csv")}\``;
    expect(reportOf()).toContain(`\n${line}\n`);
    expect(result.cardWith([])).toContain(`\n${line}\n`);
  });

  it("counts how reports ended by what the company had guided", () => {
    const event = { ...(later[0] as EarningsEvent), epsEstimate: 1 };
    const archive = [
      { ...event, epsActual: 1.1, guidanceAgainstConsensus: 0.02 },
      { ...event, epsActual: 0.9, guidanceAgainstConsensus: 0.01 },
      { ...event, epsActual: 1.1, guidanceAgainstConsensus: 0.001 },
      { ...event, epsActual: 1, guidanceAgainstConsensus: -0.1 },
      event,
    ];
    expect(reportOf({ archive })).toContain(
      "| above it | 2 | 50.0% |\n| at it | 1 | 100.0% |\n| below it | 1 | 0.0% |\n| not known | 1 |",
    );
  });

  it("is refused before the fit when too few reports are left for a verdict", async () => {
    const said: string[] = [];
    const ask = { ...request, report: (line: string) => said.push(line) };
    await expect(refit({ ...ask, against: { weights: result.weights } })).rejects.toThrow(
      `only 0 settled reports of 0 seasons came after ${lastDay}, until which the shipped weights have seen them; a verdict takes 60 of 2 seasons or more`,
    );
    await expect(refit({ ...ask, leastReports: 81, against: { weights: shipped.weights } })).rejects.toThrow(
      "only 80 settled reports of 4 seasons came after",
    );
    const one = [
      histories[0],
      inputOf(
        "one.csv",
        later.filter(({ reportDate }) => reportDate < "2015-04-01"),
      ),
    ];
    await expect(
      refit({
        ...ask,
        histories: one as typeof histories,
        leastReports: 5,
        against: { weights: shipped.weights },
      }),
    ).rejects.toThrow("only 20 settled reports of 1 seasons");
    expect(said).toEqual([]);
  });

  it("is refused before the fit when the card would show no year before the judge's", async () => {
    const judged = Number(JUDGE_FROM.slice(0, 4));
    const years = (n: number) => (event: EarningsEvent) => {
      return {
        ...event,
        reportDate: `${Number(event.reportDate.slice(0, 4)) + n}${event.reportDate.slice(4)}`,
      };
    };
    const said: string[] = [];
    const moved = [inputOf("moved.csv", market.map(years(judged + 5 - Number(lastDay.slice(0, 4)))))];
    const ask = { ...request, histories: moved, against: "none" as const };
    await expect(refit({ ...ask, report: (line: string) => said.push(line) })).rejects.toThrow(
      `the files test ${judged + 1} to ${judged + 5}, and the card shows only years before ${JUDGE_FROM}: move JUDGE_FROM`,
    );
    expect(said).toEqual([]);
    expect(cardProblem([judged - 2, judged + 3])).toBeNull();
    expect(cardProblem([judged - 1, judged + 4])).toContain(`the files test ${judged} to ${judged + 4}`);
  });

  it("keeps its walk-forward forecasts as a file that a later one can be compared with", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-forecasts-"));
    const file = join(folder, "walk-forward.csv");
    const text = forecastsText(result.weights.version, result.tested);
    writeFileSync(file, text);
    const earlier = readEarlierForecasts(file);
    expect(earlier.version).toBe(result.weights.version);
    for (const { event, beatProbability } of result.tested.full)
      expect(earlier.probabilityOf(event, "full")).toBeCloseTo(beatProbability, 6);
    for (const { event, beatProbability } of result.tested.four_quarters)
      expect(earlier.probabilityOf(event, "four_quarters")).toBeCloseTo(beatProbability, 6);
    expect(earlier.probabilityOf(filed[0] as EarningsEvent, "full")).toBeNull();
    writeFileSync(file, text.replace(/,0\.\d+,/, ",1.5,"));
    expect(() => readEarlierForecasts(file)).toThrow("walk-forward.csv:2: is no forecast");
    writeFileSync(file, `${text}2026-01-01.aaaaaaaa,A,2020-01-01,yahoo,1,0.5,0.5,0.5,0.5\n`);
    expect(() => readEarlierForecasts(file)).toThrow("has the forecasts of 2 model versions, not of one");
    rmSync(folder, { recursive: true });
  });
});

describe("the verdict", () => {
  it("takes a whole interval on one side", () => {
    expect(reportOf()).toContain("\n## Verdict: no clear difference\n");
    expect(reportOf({ compared: better() })).toContain("\n## Verdict: better\n");
    expect(reportOf({ compared: worse() })).toContain("\n## Verdict: worse\n");
    expect(reportOf({ compared: null })).toContain("\n## Verdict: not compared\n");
    expect(verdictOf({ logLoss: { value: -0.002, error: 0.00101 } })).toBe("better");
    expect(verdictOf({ logLoss: { value: -0.002, error: 0.00103 } })).toBe("no clear difference");
  });

  it("has errors that grow where a company's or a week's reports err alike", () => {
    const pair = (symbol: string, day: string) => ({ symbol, day, isBeat: true, before: 0.5, after: 0.6 });
    const days = ["2024-02-05", "2024-05-06", "2024-08-05", "2024-11-04"];
    const pairs = ["A", "B", "C", "D"].flatMap((symbol) =>
      days.map((day) => ({ ...pair(symbol, day), after: symbol < "C" ? 0.6 : 0.4 })),
    );
    const { brier } = differenceOf(pairs);
    // Two companies gain .09 with each of four reports and two lose .11: sums of ±.4 around the mean.
    expect(brier.value).toBeCloseTo(0.01, 10);
    expect(brier.error).toBeCloseTo(Math.sqrt(4 * 0.4 ** 2) / 16, 10);
    const turned = pairs.map((one) => ({
      ...one,
      symbol: one.day,
      day: days["ABCD".indexOf(one.symbol)] ?? "",
    }));
    expect(differenceOf(turned).brier.error).toBeCloseTo(brier.error, 10);
    const apart = pairs.map((one, i) => ({ ...one, symbol: `S${i}`, day: isoDay(Date.UTC(2024, 0, 7 * i)) }));
    expect(differenceOf(apart).brier.error).toBeCloseTo(Math.sqrt(16 * 0.1 ** 2) / 16, 10);
  });

  it("has the figures of both sides in every feature tier, by half-year and family", () => {
    const side = (isRight: boolean) => ({ probability: isRight ? 0.6 : 0.4, isCovered: null });
    const turned = someCompared(({ isBeat }) => ({ shipped: side(!isBeat), candidate: side(isBeat) })).full;
    const same = someCompared().full;
    const report = reportOf({
      compared: inTiers((featureTier) => (featureTier === "four_quarters" ? turned : same)),
    });
    expect(report).toContain("\n## Verdict: no clear difference\n");
    const inFirstHalf = turned.filter(({ event }) => event.reportDate < "2014-07-01").length;
    for (const [name, n] of [
      ["all", turned.length],
      ["2014 first half, alphavantage", inFirstHalf],
      ["2014 second half, alphavantage", turned.length - inFirstHalf],
    ]) {
      const line = report.split("\n").find((one) => one.startsWith(`| four_quarters, ${name} |`));
      const [, reports, before, after, ...differences] = line?.split(" | ") ?? [];
      expect(reports).toBe(`${n}`);
      expect([before, after]).toEqual([
        expect.stringMatching(/^0\.0000, 0\.3600, /),
        expect.stringMatching(/^1\.0000, 0\.1600, /),
      ]);
      expect(differences.map((range) => range.split(" ")[0])).toEqual(["-0.40547", "+1000.0", "-2000.0"]);
    }
    expect(report).toMatch(/\n\| forty_quarters, all \| \d+ \| .* \| \+0\.00000 \[/);
  });

  it("has no AUC where all reports of a family ended alike", () => {
    const beats = someCompared().full.filter(({ isBeat }) => isBeat);
    const report = reportOf({ compared: inTiers(() => beats) });
    expect(report).toMatch(/\| shipped, all \| \d+ \| 100\.0% \| [\d.]+% \| – \| 0\.\d{4} \|/);
    expect(report).not.toContain("NaN");
  });
});

describe("the approval of a refit", () => {
  const asked = () => ({
    version: result.weights.version,
    shippedVersion: shipped.weights.version,
    who: "A. Person",
    day: "2026-11-23",
    because: null,
    artifacts: artifacts(),
  });

  it("is a person's name in the report, once", () => {
    const first = reportOf({ compared: better() });
    const report = approved(first, asked());
    expect(report).toContain("\nApproved by A. Person on 2026-11-23.\n");
    expect(report).not.toContain("Not approved.");
    expect(() => approved(report, asked())).toThrow("the report is approved already");
  });

  it("is refused for other weights, and where others ship since", () => {
    const report = reportOf({ compared: better() });
    const other = { ...asked(), version: shipped.weights.version };
    expect(() => approved(report, other)).toThrow(`the report is not of ${other.version}`);
    expect(() => approved(report, { ...asked(), shippedVersion: "2026-01-01.aaaaaaaa" })).toThrow(
      `the report compares with ${shipped.weights.version}, but 2026-01-01.aaaaaaaa ships now`,
    );
  });

  it("is refused for a worse candidate, and needs a reason for one that is not better", () => {
    const because = { ...asked(), because: "newer data" };
    expect(() => approved(reportOf({ compared: worse() }), because)).toThrow("the candidate is worse");
    for (const [compared, verdict] of [
      [someCompared(), "no clear difference"],
      [null, "not compared"],
    ] as const) {
      const report = reportOf({ compared });
      expect(() => approved(report, asked())).toThrow(
        `the report's verdict is "${verdict}"; --because REASON`,
      );
      expect(approved(report, because)).toContain(
        "\nApproved by A. Person on 2026-11-23. Because: newer data\n",
      );
    }
  });

  it("is refused for a file with another checksum than the report lists", () => {
    const [weights, card] = artifacts();
    const changed = [weights, { name: "MODEL_CARD.md", text: `${card?.text} ` }] as Artifact[];
    expect(() => approved(reportOf({ compared: better() }), { ...asked(), artifacts: changed })).toThrow(
      "MODEL_CARD.md has another checksum than the report lists; refit again",
    );
  });

  it("ships what the report lists, goes on after a kill, and changes nothing before all is there", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-refit-"));
    const [out, live] = [join(folder, "out"), join(folder, "live")];
    const put = (place: string, { name, text }: Artifact) => writeFileSync(join(place, name), text);
    const ships = () => versionIn(live);
    const ask = (who = "A. Person") => approve({ out, shippedFolder: live, who, because: null });
    const printed = vi.spyOn(console, "log").mockReturnValue();
    makeFolder(out);
    makeFolder(live);
    put(live, { name: "weights.json", text: JSON.stringify(shipped.weights) });
    expect(() => ask("")).toThrow("--approve takes the name of a person");
    expect(ask).toThrow(`there is no report in ${out}`);
    expect(() => checkNotApproved(out)).not.toThrow();
    put(out, { name: "REPORT.md", text: reportOf({ compared: better() }) });
    expect(() => checkNotApproved(out)).not.toThrow();
    expect(() => ask()).toThrow("weights.json cannot be used: ENOENT");
    put(out, { name: "weights.json", text: '{"version":"20' });
    expect(() => ask()).toThrow("weights.json cannot be used: ");
    const [weights, card] = artifacts() as [Artifact, Artifact];
    put(out, weights);
    expect(() => ask()).toThrow("MODEL_CARD.md cannot be used: ENOENT");
    put(out, { ...card, text: shipped.cardWith([]) });
    expect(() => ask()).toThrow("MODEL_CARD.md has another checksum than the report lists; refit again");
    expect(ships()).toBe(shipped.weights.version);
    put(out, card);
    // This is the state that a kill before the signature leaves behind.
    put(live, weights);
    ask();
    expect(ships()).toBe(result.weights.version);
    expect(readFileSync(join(live, "MODEL_CARD.md"), "utf8")).toBe(card.text);
    expect(readFileSync(join(out, "REPORT.md"), "utf8")).toContain("\nApproved by A. Person on ");
    expect(printed.mock.calls.flat().join()).toContain(
      `git tag -a model-${result.weights.version} --cleanup=whitespace -F ${out}/REPORT.md`,
    );
    expect(() => ask("B. Person")).toThrow("the report is approved already");
    expect(() => checkNotApproved(out)).toThrow(`${out} has an approved refit, which is kept`);
    expect(() => makeFolder(join(out, "REPORT.md"))).toThrow("REPORT.md cannot be written: EEXIST");
    printed.mockRestore();
    rmSync(folder, { recursive: true });
  });
});

it("counts that end years before those that ship are refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "beatcast-counts-"));
  const counts = (to: string) => ({ "class-counts.json": null, "reactions.json": { to } });
  expect(() => checkNotOlder(folder, counts("2023-12-21"))).not.toThrow();
  writeFileSync(join(folder, "reactions.json"), JSON.stringify({ to: "2025-12-19" }));
  for (const to of ["2025-12-12", "2026-12-18"])
    expect(() => checkNotOlder(folder, counts(to))).not.toThrow();
  expect(() => checkNotOlder(folder, counts("2023-12-21"))).toThrow(
    "reactions.json would end on 2023-12-21, but the shipped one ends on 2025-12-19",
  );
  rmSync(folder, { recursive: true });
});

describe("the card's part about inputs of a later fit", () => {
  const event = histories[0]?.events[0] as EarningsEvent;
  const revised = { 7: 1, 30: 1, 60: null, 90: null };
  const known = { ...event, estimates: { low: 1, high: 1.2, analysts: 9 }, guidanceAgainstConsensus: 0 };

  it("counts the reports that have each, and says which may be tried", () => {
    const files = [Array<EarningsEvent>(1000).fill(known), [{ ...event, revisions: revised }, event]];
    expect(recordedInputs(files).slice(3, -1)).toEqual([
      "| input | reports that have it | may be tried |",
      "|---|---|---|",
      "| lowest and highest estimate | 1000 | yes |",
      "| number of analysts | 1000 | yes |",
      "| consensus 30 days before | 1 | not yet |",
      "| guidance against the consensus | 1000 | yes |",
    ]);
    const oneLess = [Array<EarningsEvent>(999).fill(known)];
    expect(recordedInputs(oneLess)).toContain("| number of analysts | 999 | not yet |");
  });

  it("is in the card", () => {
    expect(result.cardWith([])).toContain("| lowest and highest estimate | 0 | not yet |");
  });
});

describe("the files of a refit", () => {
  const many = { type: "string", multiple: true } as const;
  const tokens = (...words: string[]) =>
    parseArgs({
      args: words,
      options: { family: many, history: many, closes: many, until: { type: "string" } },
      allowPositionals: true,
      tokens: true,
    }).tokens;

  it("have the family that is stated before them", () => {
    expect(
      statedFiles(
        tokens("--family", "yahoo", "a.csv", "--family", "small-caps", "--history", "b.csv", "c.csv"),
      ),
    ).toEqual([
      { file: "a.csv", family: "yahoo" },
      { file: "b.csv", family: "small_caps" },
      { file: "c.csv", family: "small_caps" },
    ]);
  });

  it("are refused without a family, with an unknown one, and when they are missing", () => {
    expect(() => statedFiles(tokens("--history", "a.csv"))).toThrow(
      "the label family of a.csv is not stated: write --family NAME before it (yahoo, alphavantage, small_caps, finnhub)",
    );
    expect(() => statedFiles(tokens("a.csv", "--family", "yahoo", "b.csv"))).toThrow(
      "the label family of a.csv is not stated",
    );
    expect(() => statedFiles(tokens("--family", "yaho", "a.csv"))).toThrow(
      '--family takes one of yahoo, alphavantage, small_caps, finnhub, not "yaho"',
    );
    expect(() => readHistories([{ file: "nowhere.csv", family: "yahoo" }], (events) => [...events])).toThrow(
      "nowhere.csv cannot be read: there is no such file",
    );
  });

  it("are refused after an option that takes no further file, which would leave them out", () => {
    expect(() => statedFiles(tokens("--family", "yahoo", "a.csv", "--until", "2025-12-31", "b.csv"))).toThrow(
      "b.csv comes after --until; a history file comes after --family NAME",
    );
    const closes = tokens("--family", "yahoo", "a.csv", "--closes", "one.csv", "two.csv");
    expect(statedFiles(closes)).toEqual([{ file: "a.csv", family: "yahoo" }]);
  });

  it("are refused when one is cut off within a row", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-cut-"));
    const file = join(folder, "cut.csv");
    const warned = vi.spyOn(console, "error").mockReturnValue();
    const read = () => readHistories([{ file, family: "yahoo" }], (events) => [...events]);
    const whole = "symbol,report_date,eps_estimate,eps_actual\nA,2024-01-31,1,1.1\nB,2024-01-31,1,1.1";
    for (const text of [whole, `${whole}\n`, `${whole}\n\nC,soon,1,1\n`]) {
      writeFileSync(file, text);
      expect(read()[0]?.events).toHaveLength(2);
    }
    for (const text of [whole.slice(0, -10), whole.slice(0, -4)]) {
      writeFileSync(file, text);
      expect(read).toThrow("cut.csv ends within a row, so it is not whole; copy it again");
    }
    warned.mockRestore();
    rmSync(folder, { recursive: true });
  });

  it("are refused when two have one name or one content", () => {
    const [one, other] = [
      { name: "a.csv", use: "closes", sha256: "aa" },
      { name: "b.csv", use: "closes", sha256: "bb" },
    ];
    expect(() => checkDistinct([one, other])).not.toThrow();
    expect(() => checkDistinct([one, { ...other, name: "a.csv" }])).toThrow(
      "two files are named a.csv; give one another name",
    );
    expect(() => checkDistinct([one, { ...other, sha256: "aa" }])).toThrow(
      "b.csv has the same content as a.csv",
    );
  });

  it("with rows of the store are refused when they are cut off or something else", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-store-"));
    const file = join(folder, "store.json");
    for (const [text, problem] of [
      ['[{"symbol":"A","rep', "store.json is not whole, or not JSON; --store takes local, remote or a file"],
      ["[]", "store.json has no rows of the store; --store takes local, remote or a file"],
      ['{"reports":1}', "store.json has no rows of the store"],
      ["", "store.json is empty"],
    ] as const) {
      writeFileSync(file, text);
      expect(() => readArchive(file, "live")).toThrow(problem);
    }
    rmSync(folder, { recursive: true });
  });

  it("are refused when one has the name of an approved file and other content", () => {
    const card = result.cardWith([]);
    const inputs = histories.map(({ input }) => input);
    expect(() => checkUnchanged(inputs, card)).not.toThrow();
    expect(() => checkUnchanged([{ name: "new.csv", use: "closes", sha256: "b" }], card)).not.toThrow();
    expect(() => checkUnchanged([{ name: "of-2015.csv", use: "closes", sha256: "bb" }], card)).toThrow(
      `of-2015.csv is not the file that the shipped card was approved with (SHA-256 ${checksumOf("of-2015.csv").slice(0, 12)}… then, bb… now)`,
    );
  });
});

describe("the card for readers", () => {
  it("begins with one page, and draws what it predicted against what happened", () => {
    const card = result.cardWith([]);
    const titles = [...card.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(titles.slice(0, 6)).toEqual([
      "What the number gives",
      "How good it is on years that nobody saw",
      "Against whom",
      "What it cannot know",
      "When it says 70%",
      "Data",
    ]);
    expect(card.split("\n---\n")[0]?.split("\n").length).toBeLessThan(50);
    expect(card).toMatch(
      /\n\| all \| \d+ \| \d\d\.\d% \| 0\.\d{4} \| 0\.\d{4} \| -?0\.\d{4} \[-?0\.\d{4}, -?0\.\d{4}\] \|\n/,
    );
    const picture = reliabilityPicture(result.tested);
    expect(picture.match(/<circle /g)).toHaveLength(10);
    expect(picture).not.toContain("NaN");
  });
});

describe("a store that cannot be read", () => {
  it("says what wrangler says, and what to do where it is empty", () => {
    const said = (text: string) => storeProblem(JSON.stringify({ error: { text } }, null, 2));
    expect(said("no such table: season_reports: SQLITE_ERROR")).toBe(
      "the store of reports cannot be read: no such table: season_reports: SQLITE_ERROR; it is empty: npm start or season-backfill fill it",
    );
    expect(said('set "X" first')).toBe('the store of reports cannot be read: set "X" first');
    expect(storeProblem("spawn wrangler ENOENT")).toBe(
      "the store of reports cannot be read: spawn wrangler ENOENT",
    );
  });
});

describe("the archive's events", () => {
  it("have what closes and sectors say of them, and how the consensus came to be", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-closes-"));
    const days = Array.from({ length: 230 }, (_, i) => isoDay(Date.parse("2026-03-06") + i * DAY_MS));
    const closes = days.map((day, i) => `${day},${100 + i},100,100`);
    writeFileSync(join(folder, "closes.csv"), ["date,RISES,FLAT,LEVEL", ...closes].join("\n"));
    writeFileSync(join(folder, "sectors.csv"), "symbol,sector\nRISES,Energy\nFLAT,Utilities\n");
    const facts = companyFacts({
      sectors: join(folder, "sectors.csv"),
      closes: [join(folder, "closes.csv")],
    });
    rmSync(folder, { recursive: true });
    const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
    const versions = [
      [at("2026-10-01"), 1.1, 1, 1.25, 9],
      [at("2026-08-01"), 1, 0.9, 1.1, 7],
      [at("2026-10-21"), 1.3, 1.2, 1.4, 12],
    ];
    const row = {
      ...{
        reportDate: "2026-10-20",
        session: "pre" as const,
        epsEstimate: 1.1,
        epsActual: 1.2,
        industry: null,
      },
      country: "US",
      marketCap: null,
      guidanceAgainstConsensus: null,
      sector: null,
      versions: "[]",
    };
    const [events] = archiveEvents(
      [
        { ...row, symbol: "RISES", sector: "Technology", versions: JSON.stringify(versions) },
        // The stock has split since: the report was rescaled, and the recorded sightings of it were not.
        { ...row, symbol: "FLAT", epsEstimate: 0.55, versions: JSON.stringify(versions) },
        { ...row, symbol: "NOBODY" },
      ],
      facts,
    );
    expect(events?.map(({ symbol, sector, trend }) => [symbol, sector, Number(trend.toFixed(4))])).toEqual([
      ["RISES", "Technology", 0.7335],
      ["FLAT", "Utilities", 0],
      ["NOBODY", null, 0],
    ]);
    expect(events?.map(({ revisions }) => revisions)).toEqual([
      { 7: 1.1, 30: 1, 60: 1, 90: null },
      null,
      null,
    ]);
    expect(events?.map(({ estimates }) => estimates)).toEqual([
      { low: 1, high: 1.25, analysts: 9 },
      null,
      null,
    ]);
  });

  it("are the source's settled reports with a known day, with the family that serves the company", () => {
    const db = new DatabaseSync(":memory:");
    for (const file of readdirSync("migrations").sort()) db.exec(readFileSync(`migrations/${file}`, "utf8"));
    const company = db.prepare(
      "INSERT INTO season_companies (ledger_id, symbol, sector, country, market_cap, updated_at) VALUES (?, ?, ?, ?, ?, 0)",
    );
    company.run("live", "BIG", "Technology", "US", 5e11);
    const report = db.prepare(
      `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
        is_confirmed, consensus_eps, reported_eps, is_beat, source, is_imported, is_comparable, first_seen_at, changed_at)
       VALUES (?, ?, '2026-09-30', 1, ?, ?, 1, 1, ?, ?, 'FMP', ?, ?, 0, 0)`,
    );
    report.run("live", "BIG", "2026-10-20", 1, 1.1, 1, 0, 1);
    report.run("live", "NEW", "2026-10-21", 1, 0.9, 0, 0, 1);
    report.run("live", "DUE", "2026-10-22", 1, null, null, 0, 1);
    report.run("live", "GUESS", "2026-10-22", 0, 1.1, 1, 0, 1);
    report.run("live", "FILE", "2026-10-22", 1, 1.1, 1, 1, 1);
    report.run("live", "SPLIT", "2026-10-22", 1, 1.1, 1, 0, 0);
    const lock = db.prepare(
      `INSERT INTO predictions (id, scope, ledger_id, request_key, symbol, company_name, model_version, prediction_type,
        beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at, state,
        evidence_hash, guidance_against_consensus)
       VALUES (?, ?, 'live', 'BIG 2026-09-30', 'BIG', 'Big', 'm', 'beat', 0.6, 0.6, 0.6, 'low', 1, 'live', 0, 'settled', '', ?)`,
    );
    lock.run("prd_1", "record:live", 0.05);
    lock.run("prd_2", "user:usr_1", -0.05);
    report.run("sample", "BIG", "2026-10-20", 1, 1.1, 1, 0, 1);
    const rows = db.prepare(archiveStatement("live", 0)).all() as unknown as Parameters<
      typeof archiveEvents
    >[0];
    expect(db.prepare(archiveStatement("live", 1)).all()).toEqual([]);
    const common = {
      session: null,
      industry: null,
      trend: 0,
      coverage: "seasons",
      epsEstimate: 1,
      revisions: null,
      estimates: null,
    };
    expect(archiveEvents(rows, (events) => [...events])).toEqual([
      [
        {
          ...common,
          symbol: "BIG",
          reportDate: "2026-10-20",
          epsActual: 1.1,
          family: "yahoo",
          sector: "Technology",
          country: "US",
          guidanceAgainstConsensus: 0.05,
        },
      ],
      [
        {
          ...common,
          symbol: "NEW",
          reportDate: "2026-10-21",
          epsActual: 0.9,
          family: "alphavantage",
          sector: null,
          country: null,
          guidanceAgainstConsensus: null,
        },
      ],
    ]);
  });
});
