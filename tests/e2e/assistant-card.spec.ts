import { expect, type Page, test } from "@playwright/test";
import { build, type Rolldown } from "vite";
import type { z } from "zod";
import { type analyzeOutput, NO_ADVICE, type predictionAsOfOutput } from "#app/mcp/shapes.ts";
import { easternTime } from "#contract/time.ts";
import { expectAccessible } from "./support/accessible.ts";
import { onOwnConnection } from "./support/demo.ts";

/** A host's sandbox allows views only their own script and style, and no network. */
const SANDBOX = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/**
 * Formats the share itself, because 100 times 0.5785 is slightly less than 57.85 in binary and would round down.
 */
const share = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

let hostScript = "";
let apiKey = "";
test.beforeAll(async () => {
  test.setTimeout(180_000);
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: new URL("./support/assistant-host.ts", import.meta.url).pathname },
    },
  })) as Rolldown.RolldownOutput;
  hostScript = output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
  const { text } = await onOwnConnection("POST", "/api/dev/seed", {});
  ({ apiKey } = (JSON.parse(text) as { institution: { apiKey: string } }).institution);
});

const mcpServer =
  (page: Page) =>
  async <Result>(method: string, params: object): Promise<Result> => {
    const answer = await page.request.post("/mcp", {
      headers: { authorization: `Bearer ${apiKey}`, accept: "application/json, text/event-stream" },
      data: { jsonrpc: "2.0", id: 1, method, params },
    });
    const text = await answer.text();
    return (JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) as { result: Result }).result;
  };

type ToolResult = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: object;
};

/** Shows the card as an assistant does and returns what the host saw. */
async function shownIn(page: Page, symbol: string, result: ToolResult, capabilities: object) {
  const ask = mcpServer(page);
  const { contents } = await ask<{ contents: { text: string }[] }>("resources/read", {
    uri: "ui://beatcast/probability-card.html",
  });
  const html = (contents[0]?.text ?? "").replace(
    "<head>",
    `<head><meta http-equiv="Content-Security-Policy" content="${SANDBOX}">`,
  );
  await page.exposeFunction("ask", (name: string, input: object) =>
    ask("tools/call", { name, arguments: input }),
  );
  await page.goto("about:blank");
  await page.setContent(
    `<html lang="en"><title>Host</title><main><h1>Chat</h1><iframe title="card" sandbox="allow-scripts" style="width:100%;height:600px"></iframe></main></html>`,
  );
  await page.addScriptTag({ content: hostScript, type: "module" });
  await page.waitForFunction(() => "show" in globalThis);
  const seen = await page.evaluateHandle(
    ([html, symbol, result, capabilities]) =>
      // biome-ignore lint/suspicious/noExplicitAny: made by support/assistant-host.ts in the page
      (globalThis as any).show(
        document.querySelector("iframe"),
        ...[html, symbol, result, capabilities],
        // biome-ignore lint/suspicious/noExplicitAny: exposed above
        (globalThis as any).ask,
      ),
    [html, symbol, result, capabilities] as const,
  );
  return { card: page.frameLocator("iframe"), seen };
}

test("an assistant that shows views draws an analysis as a card, and the card explains and opens", async ({
  page,
}) => {
  const ask = mcpServer(page);
  const result = await ask<ToolResult>("tools/call", { name: "analyze", arguments: { symbol: "AAPL" } });
  const refused: string[] = [];
  page.on(
    "console",
    (message) => void (/ToolError|violates/.test(message.text()) && refused.push(message.text())),
  );
  const { card, seen } = await shownIn(page, "AAPL", result, { openLinks: {}, serverTools: {} });
  const { beatProbability, baseRate, predictionId, asOf } = result.structuredContent as z.input<
    typeof analyzeOutput
  >;
  await expect(card.getByRole("heading", { name: "AAPL" })).toBeVisible();
  await expect(card.getByText(`${share.format(beatProbability)} to beat`)).toBeVisible();
  await expect(card.getByText(`its base rate of ${share.format(baseRate)}`)).toBeVisible();
  await expect(card.getByText(`As of ${easternTime(asOf)}`, { exact: true })).toBeVisible();
  await expect(card.getByText("Sample data: a simulated market.")).toBeVisible();
  await expect(card.getByText("This is no investment advice.")).toBeVisible();
  await expect(card.locator("html")).toHaveAttribute("data-theme", "dark");
  await card.getByText(/^Risks/).click();
  await expect(card.getByRole("listitem").last()).toBeVisible();
  await card.getByRole("button", { name: "What the base rate means" }).click();
  await expect(card.getByText(/beat the EPS consensus in \d+\.\d% of their reports/)).toBeVisible();
  await card.getByRole("button", { name: "Open in Beatcast" }).click();
  await expect
    .poll(() => seen.evaluate(({ opened }) => opened))
    .toEqual([
      `http://localhost:${new URL(test.info().project.use.baseURL ?? "").port}/dashboard/predictions/${predictionId}`,
    ]);
  expect((await seen.evaluate(({ heights }) => heights as number[])).at(-1)).toBeGreaterThan(200);
  expect(refused).toEqual([]);
  await page.screenshot({ path: test.info().outputPath("assistant-card.png") });
  await expectAccessible(page);
});

test("an answer of a past moment says which moment on its card, and explains the base rate of then", async ({
  page,
}) => {
  const asOf = new Date(Date.now() - 2_000).toISOString();
  const answer: z.input<typeof predictionAsOfOutput> = {
    symbol: "AAPL",
    dataMode: "sample",
    noAdvice: NO_ADVICE,
    report: {
      fiscalQuarterEnd: "2026-09-30",
      reportDate: "2026-10-29",
      session: "post",
      isConfirmed: true,
      movedFrom: null,
      consensusEps: 1.77,
      analystCount: 30,
      reportedEps: null,
    },
    locked: {
      state: "locked",
      beatProbability: 0.731,
      baseRate: 0.664,
      edgeVerdict: "edge_up",
      confidence: "high",
      consensusEps: 1.77,
      currency: "USD",
      needsPlan: false,
      outcome: null,
      isPredictionCorrect: null,
    },
    season: { since: "2026-10-01", reported: 12, beats: 9 },
    known: {
      asOf,
      recordBegan: "2025-11-25T15:00:00.000Z",
      ledgerSize: 1234,
      checkpoint: { size: 1300, signedAt: "2026-10-29T19:05:00.000Z", note: "", key: "" },
      entries: [],
      revealed: [],
      hashes: [],
      unknown: [],
    },
  };
  const result = { content: [], structuredContent: answer };
  const { card } = await shownIn(page, "AAPL", result, { openLinks: {}, serverTools: {} });
  for (const line of [
    "Was to report on October 29, 2026",
    `As of ${easternTime(asOf)}: nothing that came later is in this answer.`,
    "73.1% to beat $1.77",
    "6.7 points above its base rate of 66.4%, High confidence.",
    "Proof: the ledger of then with 1,234 entries, signed Oct 29, 2026, 3:05 PM EDT.",
  ])
    await expect(card.getByText(line)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("assistant-card-as-of.png") });
  await card.getByRole("button", { name: "What the base rate means" }).click();
  await expect(card.getByText(/beat the EPS consensus in \d+\.\d% of their reports/)).toBeVisible();
  await expectAccessible(page);
});

test("where a host lets a view do nothing the card has no buttons, and a refusal is shown in words", async ({
  page,
}) => {
  const ask = mcpServer(page);
  const refusal = await ask<ToolResult>("tools/call", { name: "analyze", arguments: { symbol: "ZZZZQ" } });
  const { card } = await shownIn(page, "ZZZZQ", refusal, {});
  await expect(card.getByText("Ask the user which company is meant.")).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
});
