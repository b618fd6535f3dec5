import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { evidenceFileOf, writeEvidence } from "#platform/files/evidence-file.ts";
import { aPerson } from "../../api.ts";
import { exhaust } from "../../rate-limits.ts";
import { addUpcomingForecast, aPrediction, aReport, open, origin } from "./a-market.ts";

const HOSTILE = `"><script>alert(1)</script></script><img src=x onerror=alert(2)>`;

beforeAll(async () => {
  // RIGHT beat as predicted, WRONG missed against the prediction, OPEN is locked, and VOID has no figure.
  await aReport({
    symbol: "RIGHT",
    quarter: "2019-06-30",
    day: "2019-08-05",
    session: "post",
    consensus: 1,
    reported: 1.1,
  });
  await aPrediction({
    symbol: "RIGHT",
    quarter: "2019-06-30",
    probability: 0.7312,
    state: "settled",
    actual: 1.1,
  });
  await aReport({
    symbol: "WRONG",
    quarter: "2019-06-30",
    day: "2019-08-05",
    session: "pre",
    consensus: 1,
    reported: 0.9,
  });
  await aPrediction({
    symbol: "WRONG",
    quarter: "2019-06-30",
    probability: 0.7312,
    state: "settled",
    actual: 0.9,
  });
  await aReport({ symbol: "OPEN", quarter: "2019-06-30", day: "2019-08-06", consensus: 1 });
  await aPrediction({ symbol: "OPEN", quarter: "2019-06-30", probability: 0.8765, state: "pending" });
  await addUpcomingForecast("OPEN", "2019-06-30", 0.8765, 0.6543);
  await aReport({ symbol: "VOID", quarter: "2019-06-30", day: "2019-08-06", consensus: 1 });
  await aPrediction({ symbol: "VOID", quarter: "2019-06-30", probability: 0.8642, state: "void" });
  await aReport({ symbol: "EVIL", quarter: "2019-06-30", day: "2019-08-07", consensus: 1, reported: 1 });
  await env.DB.prepare("UPDATE season_companies SET company_name = ?, sector = ? WHERE symbol = 'EVIL'")
    .bind(HOSTILE, HOSTILE)
    .run();
  await aReport({ symbol: "NEXT", quarter: "2019-06-30", day: "2019-08-12", consensus: 1, reported: 2 });
  await aReport({ symbol: "BRK.B", quarter: "2019-06-30", day: "2019-08-03", consensus: 1, reported: 2 });
  await aReport({ symbol: "LIVE", quarter: "2019-06-30", day: "2019-08-06", consensus: 1, ledgerId: "live" });
});

const week = "/calendar/2019-W32";
const rowOf = (html: string, symbol: string) =>
  html.slice(html.indexOf(`href="/stocks/${symbol}"`)).split("</tr>")[0] ?? "";

describe("a week's page", () => {
  it("lists the week's reports by day, with what was reported", async () => {
    const { status, text } = await open(week);
    expect(status).toBe(200);
    expect(text).toContain("<title>Earnings reports of August 5 to 11, 2019 · Beatcast</title>");
    expect(text).toContain("5 companies report in this week. 3 have reported, and 1 beat the EPS consensus.");
    expect(text).toContain("Monday, August 5");
    expect(rowOf(text, "RIGHT")).toContain("after the close, confirmed");
    expect(rowOf(text, "RIGHT")).toContain("$1.10");
    expect(rowOf(text, "RIGHT")).toContain("+10.0% surprise");
    expect(text).not.toContain("/stocks/NEXT");
    expect(text).not.toContain("/stocks/LIVE");
  });

  it("shows a wrong prediction like a right one, in its own color and with its sign", async () => {
    const { text } = await open(week);
    const prediction = (symbol: string) => {
      const row = rowOf(text, symbol);
      return row.slice(row.lastIndexOf("<td")).replaceAll(symbol, "X");
    };
    expect(prediction("RIGHT")).toContain("beat 73.1%");
    expect(prediction("RIGHT")).toContain("base rate 61.8%<");
    expect(prediction("RIGHT")).toContain(">replayed<");
    await env.DB.prepare(
      "UPDATE predictions SET lock_id = 'record 1' WHERE symbol IN ('RIGHT', 'WRONG')",
    ).run();
    const locked = rowOf((await open(`${week}?again`)).text, "RIGHT");
    expect(locked).toContain(">locked<");
    expect(locked).not.toContain("replayed");
    expect(prediction("RIGHT").replace(">✓ Right<", ">✗ Wrong<").replaceAll("positive", "negative")).toBe(
      prediction("WRONG"),
    );
  });

  it("links to the nearest weeks that have a report, however far", async () => {
    await aReport({ symbol: "FAR", quarter: "2019-09-30", day: "2019-11-20", consensus: 1 });
    const { text } = await open(week);
    expect(text).toContain('href="/calendar/2019-W31"');
    expect(text).toContain('href="/calendar/2019-W33"');
    expect((await open("/calendar/2019-W33")).text).toContain('href="/calendar/2019-W47"');
  });

  it("leaves out reports without a consensus, as the calendar does", async () => {
    await aReport({ symbol: "UNSEEN", quarter: "2019-06-30", day: "2019-08-06" });
    expect((await open(week)).text).not.toContain("UNSEEN");
    expect((await open("/stocks/UNSEEN")).status).toBe(200);
  });

  it("lists the 200 largest of a day and counts the rest", async () => {
    await aReport({ symbol: "M000", quarter: "2018-06-30", day: "2018-08-06", consensus: 1 });
    for (const [table, key] of [
      ["season_reports", "fiscal_quarter_end"],
      ["season_companies", "company_name"],
    ])
      await env.DB.prepare(
        `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 202)
         INSERT INTO ${table} (ledger_id, symbol, ${key}${table === "season_reports" ? ", is_quarter_declared, report_date, consensus_eps, is_day_known, is_confirmed, source, is_imported, first_seen_at, changed_at" : ", updated_at"})
         SELECT ledger_id, printf('M%03d', n), ${key}${table === "season_reports" ? ", 1, report_date, 1, 1, 1, source, 0, 0, 0" : ", 0"} FROM ${table}, i WHERE symbol = 'M000'`,
      ).run();
    await env.DB.prepare("UPDATE season_companies SET market_cap = 9e12 WHERE symbol = 'M202'").run();
    const { text } = await open("/calendar/2018-W32");
    expect(text).toContain("203 companies report in this week. None has reported yet.");
    expect(text.match(/<tr class/g)).toHaveLength(200);
    expect(text.indexOf("/stocks/M202")).toBeLessThan(text.indexOf("/stocks/M000"));
    expect(text).toContain("The largest 200 are listed; 3 smaller companies are left out here.");
  });
});

describe("a stock's page", () => {
  it("has the company's past reports with their predictions", async () => {
    await aReport({ symbol: "RIGHT", quarter: "2019-03-31", day: "2019-05-06", consensus: 1, reported: 1 });
    const { status, text } = await open("/stocks/RIGHT");
    expect(status).toBe(200);
    expect(text).toContain(
      "<title>RIGHT Incorporated (RIGHT) earnings: reports and predictions · Beatcast</title>",
    );
    expect(text).toContain("Beat the EPS consensus in 1 of its last 2 reports.");
    expect(text).toContain("To Jun 2019");
    expect(text).toContain('href="/calendar/2019-W32"');
    expect(text).toContain('href="/track-record/prd_RIGHT_2019-06-30"');
    expect(text).toContain("beat 73.1%");
    expect(text).toContain(">Met<");
  });

  it("says what the share did over a report, where it is stored", async () => {
    await aReport({ symbol: "MOVED", quarter: "2019-06-30", day: "2019-08-08", consensus: 1, reported: 2 });
    expect((await open("/stocks/MOVED")).text).not.toContain("over it");
    await env.DB.prepare(
      "INSERT INTO report_moves (ledger_id, symbol, fiscal_quarter_end, from_day, to_day, from_close, to_close, source, asked_at) VALUES ('sample', 'MOVED', '2019-06-30', '2019-08-07', '2019-08-09', 100, 96.8, 'Test', 0)",
    ).run();
    expect((await open("/stocks/MOVED")).text).toContain("share −3.2% over it");
  });

  it("says of the coming report its day, consensus and base rate", async () => {
    await aReport({
      symbol: "SOON",
      quarter: "2090-03-31",
      day: "2090-05-08",
      session: "pre",
      consensus: 2.5,
    });
    await addUpcomingForecast("SOON", "2090-03-31", 0.777, 0.612);
    const { text } = await open("/stocks/SOON");
    expect(text).toContain("May 8, 2090");
    expect(text).toContain("before the open, confirmed");
    expect(text).toContain("$2.50");
    expect(text).toContain("61.2%");
    expect(text).not.toContain("77.7");
    expect(text).toContain("No past report is known yet.");
  });

  it("names the largest companies of its sector that report soon, with their base rates alone", async () => {
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    for (const [i, symbol] of ["PEERA", "PEERB", "PEERC", "SELF", "ELSEWHERE"].entries()) {
      await aReport({ symbol, quarter: "2026-09-30", day: soon, consensus: 1 });
      await addUpcomingForecast(symbol, "2026-09-30", 0.9123, 0.5 + i / 100);
      await env.DB.prepare("UPDATE season_companies SET sector = ?, market_cap = ? WHERE symbol = ?")
        .bind(symbol === "ELSEWHERE" ? "Energy" : "Peers", 1e9 * (i + 1), symbol)
        .run();
    }
    const { text } = await open("/stocks/SELF");
    const peers = text.slice(text.indexOf('id="peers"')).split("</section></section>")[0] ?? "";
    expect([...peers.matchAll(/href="\/stocks\/([A-Z]+)"/g)].map(([, symbol]) => symbol)).toEqual([
      "PEERC",
      "PEERB",
      "PEERA",
    ]);
    expect(peers).toContain("52.0%");
    // The picture's coordinates are digits too, so only what a person can read counts.
    expect(text.replaceAll(/<[^>]*>/g, " ")).not.toContain("91.2");
  });

  it("draws past surprises beside comparable companies, and nothing of our number", async () => {
    for (const symbol of ["DRAWN", "PLAIN"]) {
      await aReport({ symbol, quarter: "2019-03-31", day: "2019-05-06", consensus: 1, reported: 1.1 });
      await aReport({ symbol, quarter: "2018-12-31", day: "2019-02-06", consensus: 1, reported: 0.9 });
      await aReport({ symbol, quarter: "2090-03-31", day: "2090-05-08", consensus: 2.5 });
    }
    await addUpcomingForecast("DRAWN", "2090-03-31", 0.1234, 0.612);
    const { text } = await open("/stocks/DRAWN");
    const drawing = text.slice(text.indexOf("<figure><svg")).split("</svg>")[0] ?? "";
    expect(drawing).toContain(
      'aria-label="Surprises over the EPS consensus: 1 beat in 2 past reports. 61.2% of comparable reports beat."',
    );
    expect(drawing.match(/<circle/g)).toHaveLength(2);
    expect(text).not.toContain("12.3");
    expect((await open("/stocks/PLAIN")).text).not.toContain("<figure><svg");
  });
});

it.each([
  ["/stocks/RIGHT", "/stocks/%52IGHT"],
  ["/share/stocks/RIGHT.png", "/share/stocks/%52%49GHT%2epng"],
  ["/calendar/2019-W32", "/calendar/2019%2DW32"],
  ["/share/calendar/2019-W32.png", "/share/calendar/%32019-W32.png"],
  ["/predictions/prd_RIGHT_2019-06-30", "/predictions/%70rd_RIGHT_2019-06-30"],
  ["/sitemap.xml", "/sitem%61p.xml"],
  ["/feeds/settled.atom", "/feeds/settled%2Eatom"],
  ["/data/SHA256SUMS", "/data/SHA256SUM%53"],
])("%s and %s are made and cached once", async (path, spelled) => {
  const network = { "cf-connecting-ip": `203.0.113.${path.length}` };
  const cached = { EDGE_CACHE: "on" };
  expect((await open(path, network, cached)).status).toBe(200);
  // Only pages that are generated count, and nothing is left to be counted.
  await exhaust("publicPages", network["cf-connecting-ip"]);
  expect((await open(spelled, network, cached)).status).toBe(200);
});

describe("no public page gives an open probability away", () => {
  it.each([week, "/stocks/OPEN", "/stocks/VOID", "/share/calendar/2019-W32.png", "/share/stocks/OPEN.png"])(
    "%s",
    async (path) => {
      const { text, headers } = await open(path);
      for (const open of ["0.87", "87.6", "87.7", "12.3", "12.4", "0.86", "86.4", "13.6"]) {
        expect(text).not.toContain(open);
        expect([...headers.values()].join()).not.toContain(open);
      }
    },
  );

  it("says that it is locked, with its base rate, and of a void one that it is void", async () => {
    const { text } = await open(week);
    expect(rowOf(text, "OPEN")).toContain(">Locked<");
    expect(rowOf(text, "OPEN")).toContain("base rate 65.4% beat");
    expect(rowOf(text, "VOID")).toContain(">Void<");
  });
});

describe("every public page", () => {
  const pages = [week, "/stocks/RIGHT"];

  it.each(pages)(
    "%s has title, description, canonical address, picture and structured data",
    async (path) => {
      const { text, headers } = await open(`${path}?utm_source=x`);
      expect(text).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
      expect(text).toContain(`<meta property="og:url" content="${origin}${path}"/>`);
      expect(text).toContain(`<meta property="og:image" content="${origin}/share${path}.png"/>`);
      const [, json = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? [];
      expect(JSON.parse(json)).toMatchObject({ "@context": "https://schema.org" });
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    },
  );

  it.each(pages)("%s says that the simulated market is simulated, also where it is shared", async (path) => {
    const { text } = await open(path);
    expect(text).toContain('<aside class="sample-banner"');
    expect(text).toMatch(/<meta property="og:title" content="Sample data\. /);
    expect(text).toMatch(/<meta name="description" content="Sample data\. /);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
  });

  it.each(pages)("%s is the same for everybody, and for shared caches", async (path) => {
    const { cookie } = await aPerson();
    const [visitor, member] = [await open(path), await open(path, { cookie })];
    expect(member.text).toBe(visitor.text);
    expect(visitor.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=300, must-revalidate");
    expect(visitor.headers.get("vary")).toBeNull();
    expect(visitor.headers.get("set-cookie")).toBeNull();
    const etag = visitor.headers.get("etag") ?? "";
    const again = await open(path, { "if-none-match": `"other", ${etag}` });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("runs no script but the theme's line of its template", async () => {
    const { text } = await open(week);
    expect(text.match(/<script(?! type="application\/ld\+json")/g)).toBeNull();
  });

  it.each(["/stocks/EVIL", week])("%s escapes what a source says", async (path) => {
    const { text } = await open(path);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
    expect(text).toContain("&lt;script&gt;alert(1)");
    const [, json = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? [];
    expect(json).toContain("\\u003cscript>alert(1)");
  });
});

it.each(["/share/calendar/2019-W32.png", "/share/stocks/RIGHT.png"])("%s is a picture", async (path) => {
  const { status, headers, text } = await open(path);
  expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(headers.get("cache-control")).toContain("s-maxage=3600");
  expect(text).toContain("IHDR");
  expect((await open(path, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
});

describe("what is not there", () => {
  it.each([
    "/calendar/1999-W10",
    "/calendar/2025-W53",
    "/calendar/2019-w32",
    "/calendar/2019-32",
    "/calendar/%00",
    "/stocks/NOSUCH",
    "/stocks/LIVE",
    "/stocks/%3Cscript%3E",
    "/stocks/%ff",
    "/stocks/RIGHT/more",
    `/stocks/${"A".repeat(3000)}`,
    "/share/stocks/NOSUCH.png",
    "/share/stocks/RIGHT",
    "/share/calendar/1999-W10.png",
  ])("%s is a 404", async (path) => {
    expect((await open(path)).status).toBe(404);
  });
});

describe("the sitemap", () => {
  const locationsOf = async (path: string) => {
    const { status, headers, text } = await open(path);
    expect([path, status, headers.get("content-type")]).toEqual([
      path,
      200,
      "application/xml; charset=utf-8",
    ]);
    return [...text.matchAll(/<loc>https:\/\/beatcast\.test([^<]*)<\/loc>/g)].map(([, found]) => found ?? "");
  };

  it("is an index of parts, which name every page, week, company and settled prediction at its one address", async () => {
    const parts = await locationsOf("/sitemap.xml");
    expect(parts.slice(0, 3)).toEqual(["/sitemaps/pages.xml", "/sitemaps/weeks.xml", "/sitemaps/stocks.xml"]);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.slice(3).every((part) => /^\/sitemaps\/\d{4}-\d\d\.xml$/.test(part))).toBe(true);
    const paths = (await Promise.all(parts.slice(0, 3).map(locationsOf))).flat();
    expect(paths).toEqual(
      expect.arrayContaining(["/", "/calendar", "/track-record", "/data/track-record", "/privacy", "/terms"]),
    );
    expect(paths).toEqual(
      expect.arrayContaining(["/calendar/2019-W31", "/calendar/2019-W32", "/calendar/2018-W32"]),
    );
    expect(paths).toEqual(expect.arrayContaining(["/stocks/RIGHT", "/stocks/BRK.B"]));
    expect(paths).not.toContain("/stocks/LIVE");
    expect(paths).not.toContain("/calendar/2019-W30");
    for (const path of paths.filter((path) => path.startsWith("/calendar/2019") || path === "/stocks/RIGHT"))
      expect((await open(path)).status).toBe(200);
  });

  it("has each settled prediction once, in the month of its settlement, and no open one", async () => {
    const months = (await locationsOf("/sitemap.xml")).slice(3);
    const found: string[] = [];
    for (const month of months) {
      const { status, text } = await open(month);
      if (status === 200)
        found.push(...[...text.matchAll(/\/predictions\/([^<]*)</g)].map(([, id]) => id ?? ""));
      else expect(status).toBe(404);
    }
    const { results } = await env.DB.prepare(
      "SELECT id FROM predictions WHERE scope = 'record:sample' AND state = 'settled' AND actual_eps IS NOT NULL",
    ).all<{ id: string }>();
    expect(found.toSorted()).toEqual(results.map(({ id }) => id).toSorted());
    expect(new Set(found).size).toBe(found.length);
  });

  it.each(["/sitemaps/other.xml", "/sitemaps/2019-13.xml", "/sitemaps/1999-01.xml", "/sitemaps/pages"])(
    "%s is not there",
    async (path) => {
      expect((await open(path)).status).toBe(404);
    },
  );
});

describe("a program that asks for JSON", () => {
  const json = { accept: "application/json" };

  it("reads a settled prediction at its page's address, as the public call answers it", async () => {
    const evidence = await evidenceFileOf({ of: "RIGHT" });
    await writeEvidence(env.FILES, [evidence]);
    await env.DB.prepare("UPDATE predictions SET evidence_hash = ? WHERE id = 'prd_RIGHT_2019-06-30'")
      .bind(evidence.hash)
      .run();
    const path = "/predictions/prd_RIGHT_2019-06-30";
    const { status, headers, text } = await open(path, json);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(headers.get("vary")).toContain("accept");
    expect(JSON.parse(text)).toEqual(
      JSON.parse((await open("/api/track-record/predictions/prd_RIGHT_2019-06-30")).text),
    );
    const page = await open(path, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect([page.headers.get("content-type"), page.headers.get("vary")]).toEqual([
      "text/html; charset=utf-8",
      "accept",
    ]);
    expect((await open(path, { accept: "*/*" })).headers.get("content-type")).toContain("text/html");
    expect((await open("/predictions/prd_none", json)).status).toBe(404);
  });

  it("reads no open probability, whoever's cookie it sends", async () => {
    const { status, text } = await open("/predictions/prd_OPEN_2019-06-30", { ...json, cookie: "x=1" });
    if (status === 200) expect(JSON.parse(text)).toMatchObject({ analysis: null, item: { isSealed: true } });
    for (const open of ["0.87", "87.6", "87.7", "12.3", "12.4"]) expect(text).not.toContain(open);
  });

  it("reads the track record's figures at its address", async () => {
    const { status, text } = await open("/track-record", json);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveProperty("figures.bins");
  });

  it("finds what it can read in llms.txt, and every address there answers", async () => {
    const { status, headers, text } = await open("/llms.txt");
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const paths = [...text.matchAll(/\]\(https:\/\/beatcast\.test([^)]+)\)/g)].map(([, path]) => path ?? "");
    expect(paths.length).toBeGreaterThanOrEqual(11);
    for (const path of ["/data/track-record", "/data", "/feeds/settled.atom", "/api/openapi.json"]) {
      expect(paths).toContain(path);
      expect((await open(path)).status).toBe(200);
    }
  });

  it("reads the track record as one plain page, with each newest prediction linked", async () => {
    const { status, text } = await open("/data/track-record");
    expect(status).toBe(200);
    expect(text).toContain('href="/predictions/prd_RIGHT_2019-06-30"');
  });
});

describe("what a company's filings say of its reports", () => {
  const cellOf = async (symbol: string) => (await open(`/stocks/${symbol}`)).text;

  beforeAll(async () => {
    await aReport({ symbol: "FILED", quarter: "2019-06-30", day: "2019-08-05", consensus: 1, reported: 1.1 });
    await env.DB.prepare("UPDATE season_companies SET cik = '0000000001' WHERE symbol = 'FILED'").run();
  });

  it("is not spoken of where nobody looked, nor is a move that nobody knows", async () => {
    const text = await cellOf("FILED");
    expect(text).toContain("+10.0% surprise");
    for (const absent of ["SEC filing", "over it", "not known"]) expect(text).not.toContain(absent);
  });

  it("stands beside the figure, with the release, in no more than was found", async () => {
    await env.DB.prepare(
      `INSERT INTO report_witnesses (ledger_id, symbol, fiscal_quarter_end, reported_eps, finding, released_from, released_to,
        document_url, exhibit_basis, attempts, first_looked_at, looked_at)
       VALUES ('sample', 'FILED', '2019-06-30', 1.1, 'confirmed', ?1, ?1, 'https://www.sec.gov/a.htm', 'adjusted', 1, 0, 0)`,
    )
      .bind(Date.parse("2019-08-05T20:30:28Z"))
      .run();
    const text = await cellOf("FILED");
    expect(text).toContain("stated in the SEC filing");
    expect(text).toContain("The SEC accepted the company&#39;s results on Aug 5, 2019, 4:30 PM EDT.");
    expect(text).toContain("The press release states $1.10 as adjusted EPS, as our source does.");
    expect(text).toContain('href="https://www.sec.gov/a.htm"');
    expect(text).not.toContain("GAAP EPS");
  });

  it("leads to no address that is not of the web", async () => {
    await env.DB.prepare(
      "UPDATE report_witnesses SET document_url = 'javascript:alert(1)', finding = 'not_found' WHERE symbol = 'FILED'",
    ).run();
    const text = await cellOf("FILED");
    expect(text).toContain("not found in the SEC filing");
    expect(text).not.toContain("javascript:alert");
  });
});

it("a network that asks for more than 240 pages a minute waits", async () => {
  const network = "203.0.113.77";
  await exhaust("publicPages", network);
  const { status, headers } = await open("/stocks/RIGHT", { "cf-connecting-ip": network });
  expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await open("/stocks/RIGHT", { "cf-connecting-ip": "203.0.113.78" })).status).toBe(200);
});
