import { describe, expect, it } from "vitest";
import {
  historySearchParams,
  isFiltered,
  parseHistoryParams,
  sortedBy,
} from "../../../src/features/dashboard/history/history-filters.tsx";

const query = (text: string) => parseHistoryParams(new URLSearchParams(text));

describe("the address of the history", () => {
  it("is short where nothing is chosen", () => {
    expect(historySearchParams(query("view=history")).toString()).toBe("view=history");
    expect(isFiltered(query("view=history"))).toBe(false);
  });

  it("says filter, order and page, and reads back as it was written", () => {
    const text =
      "view=history&symbol=KO&outcome=correct&confidence=high&from=2026-01-01&to=2026-02-01&sort=symbol&direction=asc&page=3";
    expect(historySearchParams(query(text)).toString()).toBe(text);
    expect(query(text)).toMatchObject({ symbol: "KO", outcome: "correct", page: 3, pageSize: 20 });
    expect(isFiltered(query(text))).toBe(true);
  });

  it.each([
    "page=-1",
    "page=many",
    "outcome=maybe",
    "from=yesterday",
    "sort=price",
    "pageSize=5000",
    "other=1",
  ])("takes %s as not said", (text) => {
    expect(query(text)).toEqual(query(""));
  });
});

describe("a click on a column's head", () => {
  it("turns the order of the same column and goes back to the first page", () => {
    const sorted = sortedBy(query("sort=probability&page=4"), "probability");
    expect(sorted).toMatchObject({ sort: "probability", direction: "asc", page: 1 });
  });

  it("begins another column at its most telling end", () => {
    expect(sortedBy(query(""), "symbol")).toMatchObject({ sort: "symbol", direction: "asc" });
    expect(sortedBy(query(""), "probability")).toMatchObject({ sort: "probability", direction: "desc" });
  });
});
