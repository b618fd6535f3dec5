import { expect, it } from "vitest";
import * as facts from "#explanation/facts/catalog.ts";
import { modelFacts } from "#explanation/facts/forecast.ts";
import { sampleBrief } from "./sample-briefs.ts";

const catalog = { ...facts, modelFacts };
const definitions = Object.values(catalog).flatMap((facts) => Object.values(facts));

it("the catalog defines each fact once, under its own key", () => {
  const keys = definitions.map(({ key }) => key);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  for (const facts of Object.values(catalog))
    for (const [name, { key }] of Object.entries(facts)) expect(key).toBe(name);
});

it("a fact of the catalog has its kind and unit in an analysis, whether present or missing", async () => {
  const { facts } = await sampleBrief("AAPL");
  const seen = facts.flatMap((fact) => {
    const definition = definitions.find(({ key }) => key === fact.key);
    return definition ? [{ fact, definition }] : [];
  });
  expect(seen.length).toBeGreaterThan(40);
  for (const { fact, definition } of seen) {
    expect(fact.kind, fact.key).toBe(definition.kind);
    if (definition.unit && fact.state !== "missing") expect(fact.unit, fact.key).toBe(definition.unit);
    expect(fact.computedBy, fact.key).toBe(fact.state === "missing" ? null : (definition.computedBy ?? null));
  }
});
