import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const releases = fileURLToPath(new URL("../../../../shared/releases", import.meta.url));
const script = fileURLToPath(new URL("../../../scripts/filings/evaluate.ts", import.meta.url));

function evaluate(labels: string) {
  const options = ["--releases", releases, "--labels", `${releases}/${labels}`, "--json"];
  return JSON.parse(execFileSync(process.execPath, [script, ...options], { encoding: "utf8" }));
}

describe.skipIf(!existsSync(`${releases}/labels-second.csv`))(
  "53 labeled releases of other companies",
  () => {
    it("are read with few false items, and no wrong figure of the quarter", () => {
      const { guidance, reported, unquoted } = evaluate("labels-second.csv");
      expect(guidance.precision).toBeGreaterThanOrEqual(0.95);
      expect(guidance.recall).toBeGreaterThanOrEqual(0.75);
      expect(guidance.actionAccuracy).toBeGreaterThanOrEqual(0.85);
      expect(guidance).toMatchObject({ labels: 57, releasesWithout: 14, falseItemsWithout: 0 });
      expect(reported).toMatchObject({ labels: 123, exactOfAnswered: 1 });
      expect(reported.answeredShare).toBeGreaterThanOrEqual(0.9);
      expect(unquoted).toBe(0);
    });
  },
);

describe.skipIf(!existsSync(releases))("73 labeled earnings releases", () => {
  it("are read by rules with few false items and most of what they say", () => {
    const { guidance, reported, unquoted, slowestMs } = evaluate("labels.csv");
    expect(guidance.precision).toBeGreaterThanOrEqual(0.95);
    expect(guidance.recall).toBeGreaterThanOrEqual(0.75);
    expect(guidance.actionAccuracy).toBeGreaterThanOrEqual(0.85);
    expect(guidance).toMatchObject({ labels: 110, releasesWithout: 21 });
    expect(guidance.falseItemsWithout).toBeLessThanOrEqual(2);
    expect(reported.exactOfAnswered).toBeGreaterThanOrEqual(0.9);
    expect(reported.answeredShare).toBeGreaterThanOrEqual(0.8);
    expect(unquoted).toBe(0);
    expect(slowestMs).toBeLessThanOrEqual(200);
  });
});
