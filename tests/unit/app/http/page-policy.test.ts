import { expect, it } from "vitest";
import { apiHeaders, pageHeaders } from "#app/http/security-headers.ts";

it("a page loads nothing from other sites and sends nothing to them", () => {
  const rules = (pageHeaders["content-security-policy"] ?? "").split("; ").map((rule) => rule.split(" "));
  expect(rules).toContainEqual(["default-src", "'none'"]);
  const foreign = rules
    .flatMap(([, ...sources]) => sources)
    .filter((source) => /^https?:|^\*|\./.test(source));
  expect(foreign).toEqual([]);
});

it("connections are encrypted from the second visit on, whatever a person types", () => {
  for (const headers of [pageHeaders, apiHeaders])
    expect(headers["strict-transport-security"]).toMatch(/^max-age=63072000/);
});
