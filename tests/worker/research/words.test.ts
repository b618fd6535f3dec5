import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { aPerson, call } from "../api.ts";

type Refusal = { code: string; message: string; candidates: { symbol: string }[] };
type Search = {
  resolved: string | null;
  matches: { symbol: string }[];
  nearest: { symbol: string }[];
};

describe("a word in the ticker's place that no company is listed as", () => {
  it.each([
    ["BANK", "BAC"],
    ["APLE", "AAPL"],
    ["ATT", "T"],
  ])("%s is refused with the companies it may name, and enters no calendar", async (word, meant) => {
    const { token } = await aPerson();
    const asked = await call<Refusal>("POST", `/api/analyze/${word}`, { token, body: {} });
    expect([asked.status, asked.body.code]).toEqual([404, "unknown_symbol"]);
    expect(asked.body.candidates.map(({ symbol }) => symbol)).toContain(meant);

    const { body: found } = await call<Search>("GET", `/api/symbols?q=${word}`, { token });
    expect(found.resolved).not.toBe(word);
    expect([...found.matches, ...found.nearest].map(({ symbol }) => symbol)).toContain(meant);

    for (const table of ["season_companies", "season_reports", "upcoming_forecasts", "predictions"]) {
      const stored = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE symbol = ?`)
        .bind(word)
        .first<number>("n");
      expect([table, stored]).toEqual([table, 0]);
    }
    const used = await env.DB.prepare("SELECT count(*) AS n FROM predictions").first<number>("n");
    expect(used).toBe(0);
  });
});
