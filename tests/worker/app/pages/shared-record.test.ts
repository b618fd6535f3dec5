import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { evidenceFileOf, writeEvidence } from "#platform/files/evidence-file.ts";
import { aPrediction, open, origin } from "./a-market.ts";

/** What the model was given for the upcoming forecasts. The model is one that is no longer ours. */
const lockEvidence = {
  kind: "forecast lock",
  dataMode: "sample",
  symbol: "ANY",
  companyName: "Any Inc.",
  sector: null,
  currency: "USD",
  fiscalQuarterEnd: "2019-06-30",
  reportDate: "2019-08-05",
  reportsAt: "2019-08-05T12:00:00.000Z",
  asOf: "2019-08-01T12:00:00.000Z",
  consensusEps: 1,
  analystCount: 9,
  estimateLow: 0.9,
  estimateHigh: 1.2,
  revisions: null,
  beatProbability: 0.7312,
  baseRate: 0.618,
  edgeVerdict: "edge_up",
  ...{
    confidence: "high",
    featureTier: "forty_quarters",
    modelVersion: "before",
    features: {},
    guidance: null,
    sources: [],
  },
  input: { past: [{ reportDate: "2019-05-01", isDayKnown: true, epsEstimate: 1, epsActual: 1.2 }] },
};

const HOSTILE = `"><script>alert(1)</script> & Sons\u0001`;
const quarter = "2019-06-30";
const idOf = (symbol: string) => `prd_${symbol}_${quarter}`;

beforeAll(async () => {
  await aPrediction({ symbol: "RIGHT", quarter, probability: 0.7312, state: "settled", actual: 1.1 });
  await aPrediction({ symbol: "WRONG", quarter, probability: 0.7312, state: "settled", actual: 0.9 });
  await aPrediction({ symbol: "OPEN", quarter, probability: 0.8765, state: "pending" });
  await aPrediction({ symbol: "VOID", quarter, probability: 0.8642, state: "void" });
  await aPrediction({ symbol: "MINE", quarter, probability: 0.8642, state: "settled", actual: 1.1 });
  const evidence = await evidenceFileOf(lockEvidence);
  await writeEvidence(env.FILES, [evidence]);
  await env.DB.batch([
    env.DB.prepare("UPDATE predictions SET evidence_hash = ?").bind(evidence.hash),
    env.DB.prepare("UPDATE predictions SET company_name = ? WHERE symbol = 'WRONG'").bind(HOSTILE),
    env.DB.prepare("UPDATE predictions SET scope = 'user:usr_1' WHERE symbol = 'MINE'"),
    env.DB.prepare("UPDATE predictions SET lock_id = 'record ' || request_key, currency = 'USD'"),
    env.DB.prepare("UPDATE predictions SET settled_at = ? WHERE symbol = 'WRONG'").bind(
      Date.parse("2019-08-06T21:00:00Z"),
    ),
    env.DB.prepare("UPDATE predictions SET settled_at = ? WHERE symbol = 'RIGHT'").bind(
      Date.parse("2019-08-05T21:00:00Z"),
    ),
  ]);
});

describe("the page of a settled prediction", () => {
  it("shows what was predicted, the base rate and what was reported, a wrong one with its sign", async () => {
    const [right, wrong] = [
      await open(`/predictions/${idOf("RIGHT")}`),
      await open(`/predictions/${idOf("WRONG")}`),
    ];
    expect([right.status, wrong.status]).toEqual([200, 200]);
    expect(wrong.text).toContain(
      "<title>WRONG, quarter to Jun 2019: predicted beat, reported miss · Beatcast</title>",
    );
    for (const text of [
      "beat 73.1%",
      "61.8% of comparable companies beat",
      "$1.00",
      "$0.90, a miss",
      ">✗ Wrong<",
    ])
      expect(wrong.text).toContain(text);
    expect(right.text).toContain("$1.10, a beat");
    const look = (text: string) => [...text.matchAll(/class="([^"]*)"/g)].map(([, one]) => one);
    expect(look(wrong.text)).toEqual(look(right.text.replaceAll("positive", "negative")));
    expect(wrong.text).toContain(
      `<meta property="og:image" content="${origin}/share/predictions/${idOf("WRONG")}.png"/>`,
    );
    expect(wrong.text).not.toContain("<script>alert");
    expect(wrong.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it.each(["OPEN", "VOID", "MINE", "GONE"])(
    "is not there for %s, and neither is its picture",
    async (symbol) => {
      for (const path of [`/predictions/${idOf(symbol)}`, `/share/predictions/${idOf(symbol)}.png`]) {
        const { status, text } = await open(path);
        expect(status, path).toBe(404);
        expect(text).not.toContain("87.7");
      }
    },
  );

  it("has its picture drawn once into the store, by its first reader", async () => {
    const keys = async () => (await env.FILES.list({ prefix: "share/" })).objects.map(({ key }) => key);
    const first = await open(`/share/predictions/${idOf("WRONG")}.png`);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await keys()).toEqual([`share/beatcast.test/3-sample/${idOf("WRONG")}.png`]);
    const again = await open(`/share/predictions/${idOf("WRONG")}.png`, {
      "if-none-match": first.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
  });
});

describe("the feed of settled predictions", () => {
  it("has the newest first, says sample data, escapes what sources wrote, and answers 304", async () => {
    const { status, headers, text } = await open("/feeds/settled.atom");
    expect([status, headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    expect([...text.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
      "Sample data. Beatcast: settled predictions",
      "Sample data. WRONG, quarter to Jun 2019: predicted beat, reported miss",
      "Sample data. RIGHT, quarter to Jun 2019: predicted beat, reported beat",
    ]);
    expect(text).toContain("<updated>2019-08-06T21:00:00.000Z</updated>");
    expect(text).toContain(
      "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons. Predicted beat 73.1%, base rate 61.8%. Reported $0.90 against a consensus of $1.00: a miss.",
    );
    expect(text).toContain(
      `<link rel="alternate" type="text/html" href="${origin}/predictions/${idOf("WRONG")}"/>`,
    );
    for (const secret of ["OPEN", "VOID", "MINE", "\u0001"]) expect(text).not.toContain(secret);
    const again = await open("/feeds/settled.atom", { "if-none-match": headers.get("etag") ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});

describe("the badge of the track record", () => {
  it("withholds a score under 100 settled predictions, as a picture and in a frame of any site", async () => {
    const [picture, frame] = [await open("/badge/track-record.svg"), await open("/badge/track-record")];
    expect(picture.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    for (const { status, headers, text } of [picture, frame]) {
      expect(status).toBe(200);
      expect(text).toContain("A score needs 100.");
      expect(text).not.toContain("Skill over base rates");
      expect(text).not.toContain("<script");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors *");
      expect(headers.get("x-frame-options")).toBeNull();
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
    expect(frame.text).toContain(`<a href="${origin}/track-record"`);
    for (const path of ["/", "/track-record", `/predictions/${idOf("RIGHT")}`])
      expect((await open(path)).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});
