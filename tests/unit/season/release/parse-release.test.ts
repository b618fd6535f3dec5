import { describe, expect, it } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";

const cellsOf = (html: string) => {
  const { text, tables } = parseRelease(html);
  return tables.map(({ rows }) =>
    rows.map(({ cells }) =>
      cells.map(({ at, end, column, span }) => [text.slice(at, end).trim(), column, span]),
    ),
  );
};

describe("a release's tables", () => {
  it("have cells with their columns, which spans of earlier cells and rows move", () => {
    const html =
      "<p>Results</p><table><tr><td rowspan=2>In millions</td><td colspan=2>Three Months</td></tr><tr><td>2025</td><td>2024</td></tr></table>";
    expect(cellsOf(html)).toEqual([
      [
        [
          ["In millions", 0, 1],
          ["Three Months", 1, 2],
        ],
        [
          ["2025", 1, 1],
          ["2024", 2, 1],
        ],
      ],
    ]);
  });

  it("end where the next cell or row begins without an end tag", () => {
    expect(cellsOf("<table><tr><td>Revenue<td>$<td>5,012<tr><td>EPS<td>$<td>1.23</table>")).toEqual([
      [
        [
          ["Revenue", 0, 1],
          ["$", 1, 1],
          ["5,012", 2, 1],
        ],
        [
          ["EPS", 0, 1],
          ["$", 1, 1],
          ["1.23", 2, 1],
        ],
      ],
    ]);
  });

  it("have no hidden cells", () => {
    expect(
      cellsOf("<table><tr><td>EPS</td><td style='display:none'>9.99</td><td>1.23</td></tr></table>"),
    ).toEqual([
      [
        [
          ["EPS", 0, 1],
          ["1.23", 1, 1],
        ],
      ],
    ]);
  });
});

describe("a release's text", () => {
  it("has single spaces, decoded entities and words that inline tags do not split", () => {
    expect(
      parseRelease("<p>Net&nbsp;&nbsp;sales<b>1</b> of\n<i>$5</i>&#146;s &amp; more</p><p>End</p>").text,
    ).toBe("Net sales1 of $5’s & more End");
  });

  it("of a plain file keeps what looks like an entity", () => {
    expect(parseRelease("Sales &amp; marketing").text).toBe("Sales &amp; marketing");
  });

  it.each([
    ["elements that never end", `<html>${"<div>".repeat(100_000)}${"</b>".repeat(125_000)}`],
    ["cells that never end", `<html>${"<tr><td rowspan=90>".repeat(50_000)}`],
    ["fonts that never end", `<html><td>${"<font>".repeat(150_000)}`],
  ])("of 1 MB of %s takes bounded time", (_, html) => {
    const started = performance.now();
    parseRelease(html);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
