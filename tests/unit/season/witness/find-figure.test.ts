import { describe, expect, it } from "vitest";
import { findFigure } from "#season/witness/find-figure.ts";

const page = (...paragraphs: string[]) =>
  `<html><body>${paragraphs.map((text) => `<p>${text}</p>`).join("")}</body></html>`;
const table = (...rows: string[][]) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td><p>${cell}</p></td>`).join("")}</tr>`).join("")}</table>`;

/** Prints an income statement in the form that most companies use. */
const statement = (label: string, ...cells: string[]) =>
  table(
    ["", "Three Months Ended", "Nine Months Ended"],
    ["", "September 30,", "September 30,"],
    ["", "2026", "2025", "2026", "2025"],
    ["Revenue", "$", "5,012", "$", "4,800", "$", "14,100", "$", "13,500"],
    [label, ...cells],
  );

describe("a source's figure in a release", () => {
  it.each([
    [
      "a sentence",
      page("Diluted earnings per share for the third quarter of 2026 were $1.23, up from $1.10."),
      1.23,
    ],
    ["an abbreviation", page("Third quarter GAAP EPS of $1.23."), 1.23],
    ["a sentence under a heading", page("Third Quarter 2026 Highlights", "• Diluted EPS of $1.23"), 1.23],
    [
      "a table",
      statement("Diluted earnings per share", "$", "1.23", "$", "1.10", "$", "3.40", "$", "3.00"),
      1.23,
    ],
    [
      "a table under a heading row",
      statement("Net income per share:", "").replace(
        "</table>",
        "<tr><td>Diluted</td><td>$</td><td>1.23</td><td>1.10</td><td>3.40</td><td>3.00</td></tr></table>",
      ),
      1.23,
    ],
    [
      "a loss in parentheses",
      statement(
        "Net loss per share, basic and diluted",
        ...["0.12", "0.30", "0.45", "0.90"].flatMap((loss) => ["$", `(${loss}`, ")"]),
      ),
      -0.12,
    ],
    [
      "a loss of a sentence",
      page("Net loss for the third quarter was $12.3 million, or $0.12 per diluted share."),
      -0.12,
    ],
    ["a loss with a minus", page("Third quarter diluted earnings per share were &minus;$0.12."), -0.12],
    ["a figure in four decimals", page("Third quarter diluted earnings per share were $1.23."), 1.2299],
    ["entities", page("Third quarter diluted earnings&#160;per&nbsp;share&#58; &#36;1.23"), 1.23],
  ])("is confirmed by %s", (_, html, eps) => {
    expect(findFigure(html, eps)).toMatchObject({ state: "confirmed", basis: "gaap" });
  });

  it("is quoted with its own words, however long the sentence is", () => {
    const html = page(
      `Third quarter results, ${"led by growth in all of our regions, ".repeat(20)}gave diluted EPS of $1.23.`,
    );
    const found = findFigure(html, 1.23);
    expect(found.state === "confirmed" && found.quote).toMatch(/^.{0,220}diluted EPS of \$1\.23$/);
  });

  it("is confirmed on the basis on which it is stated", () => {
    const html = page(
      "Third quarter GAAP diluted EPS of $0.88; third quarter non-GAAP diluted EPS of $1.23.",
    );
    expect(findFigure(html, 1.23)).toMatchObject({
      state: "confirmed",
      basis: "adjusted",
      adjustedEps: null,
    });
    expect(findFigure(html, 0.88)).toMatchObject({ state: "confirmed", basis: "gaap", adjustedEps: 1.23 });
  });

  it("has no basis where both are the same", () => {
    const html = page(
      "Third quarter GAAP diluted EPS of $0.88.",
      "Third quarter adjusted diluted EPS of $0.88.",
    );
    expect(findFigure(html, 0.88)).toMatchObject({ state: "confirmed", basis: null });
  });

  it.each([
    [
      "the year so far",
      page("Diluted earnings per share for the nine months ended September 30, 2026 were $1.23."),
    ],
    ["the full year", page("Full year 2026 diluted EPS were $1.23.")],
    ["the year before", page("Third quarter diluted EPS were $1.40, compared with $1.23 a year ago.")],
    ["what is expected", page("For the fourth quarter we expect diluted EPS of $1.23.")],
    ["an outlook's heading", page("Fourth Quarter Outlook", "Diluted EPS of $1.23")],
    ["a dividend", page("In the third quarter the board declared a dividend of $1.23 per share.")],
    ["a charge", page("Third quarter results include restructuring charges of $1.23 per share.")],
    ["a percentage", page("Third quarter diluted EPS rose 1.23%.")],
    [
      "another column",
      statement("Diluted earnings per share", "$", "1.40", "$", "1.23", "$", "3.40", "$", "3.00"),
    ],
    [
      "basic shares",
      statement("Basic earnings per share", "$", "1.23", "$", "1.10", "$", "3.40", "$", "3.00"),
    ],
    [
      "columns of an unclear order",
      table(["", "Three Months Ended"], ["Diluted earnings per share", "1.10", "1.23"]),
    ],
    ["nothing at all", page("We thank our employees.")],
    [
      "the opposite sign",
      page("Net loss for the third quarter was $0.05 per share.", "Diluted EPS of $1.23."),
    ],
  ])("is not found in %s", (_, html) => {
    expect(findFigure(html, 1.23).state).toBe("not_found");
  });

  it("stands in the second column where the older year comes first", () => {
    const html = table(
      ["", "Quarter Ended September 30,"],
      ["", "2025", "2026"],
      ["Diluted earnings per share", "1.10", "1.23"],
    );
    expect(findFigure(html, 1.23).state).toBe("confirmed");
    expect(findFigure(html, 1.1).state).toBe("not_found");
  });

  const columns = ["$", "1.40", "$", "1.30", "$", "3.40", "$", "3.00"];

  it("is contradicted when a sentence and the table differ, and both are quoted", () => {
    const html = `${page("Third quarter diluted earnings per share were $1.23.")}${statement("Diluted earnings per share", ...columns)}`;
    expect(findFigure(html, 1.23)).toEqual({
      state: "contradicted",
      eps: 1.4,
      basis: "gaap",
      quote: "Third quarter diluted earnings per share were $1.23 … Diluted earnings per share $ 1.40",
    });
    expect(findFigure(html, 1.4)).toMatchObject({ state: "contradicted", eps: 1.23 });
  });

  it("is contradicted when it is nearer to the year to date than to the quarter, and both are quoted", () => {
    const html = `${page("Third Quarter 2026 Results")}${statement("Diluted earnings per share", ...columns)}`;
    for (const eps of [3.4, 3.39])
      expect(findFigure(html, eps)).toEqual({
        state: "contradicted",
        eps: 1.4,
        basis: "gaap",
        quote: "Diluted earnings per share $ 1.40 … Diluted earnings per share $ 1.40 $ 1.30 $ 3.40",
      });
    expect(findFigure(html, 1.5).state).toBe("not_found");
  });

  it("is not found where the table has it for nine months only", () => {
    const html = `${page("Diluted EPS of $3.40.")}${table(
      ["", "Nine Months Ended September 30,", ""],
      ["", "2026", "2025"],
      ["Revenue", "$ 14,100", "$ 13,500"],
      ["Diluted earnings per share", "$ 3.40", "$ 3.00"],
    )}`;
    expect(findFigure(`${page("Third Quarter 2026 Highlights")}${html}`, 3.4).state).toBe("not_found");
  });

  const twice = page(
    "Third quarter adjusted EPS of $1.30.",
    "Third quarter adjusted diluted EPS were $1.30.",
  );

  it("is contradicted by one other figure, stated twice", () => {
    expect(findFigure(twice, 1.23)).toMatchObject({ state: "contradicted", eps: 1.3, basis: "adjusted" });
  });

  it("is not contradicted by a single place, or by places that differ", () => {
    expect(findFigure(page("Third quarter adjusted EPS of $1.30."), 1.23).state).toBe("not_found");
    expect(findFigure(`${twice}${page("Third quarter adjusted EPS of $1.31.")}`, 1.23).state).toBe(
      "not_found",
    );
  });

  it.each([
    ["open cells", "<tr><td>".repeat(200_000)],
    ["open tags", "<".repeat(1_000_000)],
    ["open styles", "<style ".repeat(200_000)],
    ["open entities", "&#x".repeat(500_000)],
    ["parentheses", `${"(".repeat(300_000)}1.23 per share`],
    ["figures", "per share 1.23 quarter ".repeat(20_000)],
  ])("is not looked for long in a page of nothing but %s", (_, html) => {
    const started = performance.now();
    findFigure(html, 1.24);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
