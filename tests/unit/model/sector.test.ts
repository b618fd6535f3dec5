import { expect, it } from "vitest";
import { SECTORS, sectorOf } from "#model/sector.ts";

it.each([
  ["Technology", "Technology"],
  ["Information Technology", "Technology"],
  ["tech, electronics", "Technology"],
  ["pharmaceuticals, retail", "Healthcare"],
  ["Financials", "Financial Services"],
  ["Industrial Goods", "Industrials"],
  ["unheard of, airlines", "Industrials"],
  ["unheard of", null],
  ["", null],
  [null, null],
])("the sector of %o is %o", (name, sector) => {
  expect(sectorOf(name)).toBe(sector);
});

it("every sector is its own name", () => {
  expect(SECTORS.map(sectorOf)).toEqual([...SECTORS]);
});
