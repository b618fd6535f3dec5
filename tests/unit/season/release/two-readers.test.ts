import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../../../scripts/filings/evaluate.ts", import.meta.url));

const release =
  "Lumina Reports Third Quarter 2024 Results. Third quarter revenue was $512.4 million. " +
  "For the fourth quarter of 2024, Lumina expects revenue of $530 million to $540 million, after $500 million to $505 million a year before.";
const labels = `file,metric,period_kind,low,high,unit,action,quote
LUM-2024-10-24.txt,revenue,next_quarter,530,540,USD million,none stated,revenue of $530 million to $540 million
LUM-2024-10-24.txt,reported_revenue,reported_quarter,512.4,512.4,USD million,,revenue was $512.4 million`;

const guided = {
  metric: "revenue",
  basis: null,
  period: "fourth quarter of 2024",
  periodKind: "next_quarter",
  low: 530e6,
  high: 540e6,
  currency: "USD",
  action: null,
  quote: "Lumina expects revenue of $530 million to $540 million, after $500 million to $505 million",
};
const reported = {
  metric: "revenue",
  basis: null,
  value: 512.4e6,
  currency: "USD",
  quote: "Third quarter revenue was $512.4 million",
};

let dir: string;
let server: Server;
let answer = "";

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "releases-"));
  writeFileSync(join(dir, "LUM-2024-10-24.txt"), release);
  writeFileSync(join(dir, "labels.csv"), labels);
  server = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ choices: [{ message: { content: answer } }], usage: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

async function evaluate() {
  const { port } = server.address() as AddressInfo;
  const options = [
    script,
    "--releases",
    dir,
    "--labels",
    join(dir, "labels.csv"),
    "--reader",
    "both",
    "--json",
  ];
  const env = { ...process.env, LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: "recorded-1" };
  const { stdout } = await promisify(execFile)(process.execPath, options, { env });
  const { rules, model, shown, disputed, unanswered } = JSON.parse(stdout);
  const figures = ({ guidance, reported }: typeof rules) => [
    ...[guidance.items, guidance.precision, guidance.recall],
    ...[reported.answered, reported.exact],
  ];
  return { rules: figures(rules), model: figures(model), shown: figures(shown), disputed, unanswered };
}

it.each([
  [
    "agree",
    { guidance: [guided], reported: [reported] },
    { model: [1, 1, 1, 1, 1], shown: [1, 1, 1, 1, 1], disputed: 0, unanswered: 0 },
  ],
  [
    "differ, of which neither is shown",
    { guidance: [{ ...guided, low: 500e6, high: 505e6 }], reported: [] },
    { model: [1, 0, 0, 0, 0], shown: [0, null, 0, 1, 1], disputed: 1, unanswered: 0 },
  ],
  [
    "are one, since the model quotes what is not there",
    {
      guidance: [{ ...guided, quote: "Lumina expects revenue of $530 million to $540 million in cash" }],
      reported: [],
    },
    { model: [0, null, 0, 0, 0], shown: [1, 1, 1, 1, 1], disputed: 0, unanswered: 0 },
  ],
  [
    "are one, since the model has no answer",
    null,
    { model: [0, null, 0, 0, 0], shown: [1, 1, 1, 1, 1], disputed: 0, unanswered: 1 },
  ],
] as const)("figures of two readers that %s stand side by side", async (_, said, expected) => {
  answer = JSON.stringify(said);
  expect(await evaluate()).toEqual({ rules: [1, 1, 1, 1, 1], ...expected });
});
