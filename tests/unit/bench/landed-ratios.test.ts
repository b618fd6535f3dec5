import { expect, it } from "vitest";
import { fallsFrom, readLandedRatios } from "../../../scripts/bench/load/landed-ratios.ts";
import { routeNames } from "../../../scripts/bench/load/routes.ts";

const landed = readLandedRatios();
const measured = (changes: Partial<typeof landed>) =>
  Object.fromEntries(
    routeNames.map((name) => [name, { ratio: changes[name] ?? landed[name] }]),
  ) as Parameters<typeof fallsFrom>[1];

it("names each route that fell by more than a tenth, and no other", () => {
  expect(fallsFrom(landed, measured({}))).toEqual([]);
  expect(fallsFrom(landed, measured({ verify: landed.verify * 0.91, plans: landed.plans * 2 }))).toEqual([]);
  const falls = fallsFrom({ ...landed, verify: 0.8 }, measured({ verify: 0.6 }));
  expect(falls).toEqual(["verify FELL by 25%: 0.60 of a bare Worker, landed 0.80. The change must say why."]);
});
