import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { pagePatterns } from "#contract/pages.ts";
import { addUpcomingForecast, aPrediction, aReport, open, origin } from "./a-market.ts";

const HOSTILE = `"><script>alert(1)</script> & Sons`;

beforeAll(async () => {
  const past = [
    ["2018-06-30", "2018-08-06", 1, 1.2],
    ["2018-09-30", "2018-11-06", 1, 0.9],
    ["2018-12-31", "2019-02-06", 1, 1],
    ["2019-03-31", "2019-05-06", 1, 1.1],
    ["2019-06-30", "2019-08-06", 1, 1.3],
  ] as const;
  for (const symbol of ["NEXT", "OPEN"])
    for (const [quarter, day, consensus, reported] of past)
      await aReport({ symbol, quarter, day, consensus, reported });
  await aReport({
    symbol: "NEXT",
    quarter: "2099-06-30",
    day: "2099-08-06",
    session: "post",
    consensus: 1.5,
  });
  await addUpcomingForecast("NEXT", "2099-06-30", 0.8765, 0.618);
  await aPrediction({ symbol: "NEXT", quarter: "2099-06-30", probability: 0.8765, state: "pending" });
  await aReport({ symbol: "OPEN", quarter: "2099-06-30", day: "2099-08-06", consensus: 1.5 });
  await addUpcomingForecast("OPEN", "2099-06-30", 0.8765, 0.618);
  await env.DB.prepare("UPDATE season_companies SET company_name = ? WHERE symbol = 'OPEN'")
    .bind(HOSTILE)
    .run();
});

const plain = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("a card for blogs", () => {
  it("has the next report, base rate, consensus, the last four results and the way to the sealed prediction", async () => {
    const { status, text } = await open("/embed/NEXT");
    expect(status).toBe(200);
    const words = plain(text);
    expect(words).toContain(
      "NEXT Incorporated (NEXT) Sample data. Reports on August 6, 2099 after the close.",
    );
    expect(words).toContain("Base rate 61.8% of similar reports beat");
    expect(words).toContain("EPS consensus $1.50 12 analysts");
    expect(words).toContain("Our prediction Sealed opened after the report");
    expect(text).toContain(`href="${origin}/track-record/prd_NEXT_2099-06-30"`);
    expect(words).toMatch(
      /Jun 2019 \$1\.30 Beat \+30\.0% surprise Mar 2019 \$1\.10 Beat .* Dec 2018 \$1\.00 Met .* Sep 2018 \$0\.90 Miss/,
    );
    expect(words).not.toContain("Jun 2018");
    expect(words).toContain("No investment advice.");
  });

  it("tells nobody what a sealed prediction says, and says where none is sealed yet", async () => {
    for (const symbol of ["NEXT", "OPEN"]) {
      const { text } = await open(`/embed/${symbol}`, { authorization: "Bearer x", cookie: "session=x" });
      expect(text).not.toMatch(/87\.[67]|0\.87/);
    }
    const words = plain((await open("/embed/OPEN")).text);
    expect(words).toContain("Our prediction Not yet sealed before the report");
  });

  it("escapes what sources wrote, and every link leaves the frame", async () => {
    const { text } = await open("/embed/OPEN");
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;");
    const links = [...text.matchAll(/<a [^>]*>/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThanOrEqual(3);
    for (const link of links) {
      expect(link).toContain(`href="${origin}/`);
      expect(link).toContain('target="_blank" rel="noopener noreferrer"');
    }
  });

  it("stands in a frame of any site, runs nothing, and sets no cookie; nothing else of ours does", async () => {
    for (const path of ["/embed/NEXT", "/embed/ZZZZ", "/embed/%3F"]) {
      const { headers } = await open(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy.split("; ")).toEqual([
        "default-src 'none'",
        expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
        "base-uri 'none'",
        "form-action 'none'",
        "sandbox allow-popups allow-popups-to-escape-sandbox",
        "frame-ancestors *",
      ]);
      expect(headers.get("x-frame-options")).toBeNull();
      expect(headers.get("set-cookie")).toBeNull();
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
    for (const pattern of pagePatterns) {
      const { headers } = await open(pattern.replace(/:\w+/, "NEXT"));
      if (headers.has("location")) continue;
      expect(headers.get("content-security-policy"), pattern).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options"), pattern).toBe("DENY");
    }
  });

  it("answers an unknown ticker with 404 in words, and leads other spellings to the one address", async () => {
    const unknown = await open("/embed/ZZZZ");
    expect([unknown.status, plain(unknown.text)]).toEqual([
      404,
      expect.stringContaining("Beatcast knows no report of this ticker."),
    ]);
    const lower = await open("/embed/next");
    expect([lower.status, lower.headers.get("location")]).toEqual([308, `${origin}/embed/NEXT`]);
  });

  it("is the same for the next reader, by its ETag", async () => {
    const first = await open("/embed/NEXT");
    const again = await open("/embed/NEXT", { "if-none-match": first.headers.get("etag") ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers.get("content-security-policy")).toContain("frame-ancestors *");
  });
});

describe("the page about the card", () => {
  it("has the script tag, the frame and a live card, and lets no other frame in", async () => {
    const { status, headers, text } = await open("/embed");
    expect(status).toBe(200);
    expect(text).toContain(
      `&lt;script async src=&quot;${origin}/embed.js&quot; data-symbol=&quot;AAPL&quot;&gt;&lt;/script&gt;`,
    );
    expect(text).toContain('<script async="" src="/embed.js" data-symbol="AAPL"></script>');
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
