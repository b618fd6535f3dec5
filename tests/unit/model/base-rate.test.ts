import { expect, it } from "vitest";
import { shippedWeights } from "#model/weights.ts";

it("most reports beat the consensus: the base rate the model was fitted on lies above one half", () => {
  expect(shippedWeights().baseRate).toBeGreaterThan(0.5);
});
