import { describe, expect, it } from "vitest";
import { edgarFilings } from "#season/edgar/filings.ts";

const since = new Date("2026-10-29T20:00:00Z");
const entry = (cik: number, at: string, items = ["2.02", "9.01"], form = "8-K") => `<entry>
<title>${form} - COMPANY ${cik} INC (${String(cik).padStart(10, "0")}) (Filer)</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/000000000126000001/0000000001-26-000001-index.htm"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; 2026-10-29 &lt;b&gt;AccNo:&lt;/b&gt; 0000000001-26-000001 &lt;b&gt;Size:&lt;/b&gt; 1 MB
${items.map((item) => `&lt;br&gt;Item ${item}: Something`).join("\n")}
</summary>
<updated>${at}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
</entry>`;
const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom"><title>Latest Filings</title>${entries.join("\n")}</feed>`;

/** Imitates EDGAR with these pages of the newest filings. */
async function filersOf(...pages: string[]) {
  const asked: string[] = [];
  const filings = edgarFilings({
    read: async ({ path }) => {
      const start = Number(new URLSearchParams(path.split("?")[1]).get("start"));
      asked.push(path);
      return { isOk: true, text: pages[start / 100] ?? feed() };
    },
  });
  return { ciks: await filings.recentFilers(since), asked };
}

describe("who has just filed results", () => {
  it("filed a form 8-K or 8-K/A with item 2.02 since then, each once", async () => {
    const { ciks, asked } = await filersOf(
      feed(
        entry(1, "2026-10-29T16:31:02-04:00"),
        entry(2, "2026-10-29T16:30:00-04:00", ["5.02"]),
        entry(3, "2026-10-29T16:05:00-04:00", ["2.02"], "8-K/A"),
        entry(1, "2026-10-29T16:04:00-04:00"),
        entry(4, "2026-10-29T15:59:59-04:00"),
      ),
    );
    expect(ciks).toEqual(["0000000001", "0000000003"]);
    expect(asked).toEqual([
      "/cgi-bin/browse-edgar?action=getcurrent&type=8-K&owner=include&output=atom&count=100&start=0",
    ]);
  });

  it("is looked for page by page until they are older, on four pages at most", async () => {
    const page = (from: number) =>
      feed(...Array.from({ length: 100 }, (_, i) => entry(from + i, "2026-10-29T16:31:02-04:00")));
    const { ciks, asked } = await filersOf(page(1), page(101), page(201), page(301), page(401));
    expect([ciks.length, asked.length]).toEqual([400, 4]);
    const older = await filersOf(page(1), feed(entry(900, "2026-10-29T12:00:00-04:00")));
    expect([older.ciks.length, older.asked.length]).toEqual([100, 2]);
  });

  it.each([
    ["another page", "<html>Down for maintenance</html>"],
    ["no moment", feed(entry(1, "soon"))],
    [
      "a name that looks like a number's end",
      feed(entry(1, "2026-10-29T16:31:02-04:00").replace("(0000000001)", "(1)")),
    ],
    ["4 MB of open entries", "<entry>".repeat(600_000)],
  ])("%s is nobody", async (_, text) => {
    expect((await filersOf(text)).ciks).toEqual([]);
  });
});
