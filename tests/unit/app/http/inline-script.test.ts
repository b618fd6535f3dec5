import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageHeaders } from "#app/http/security-headers.ts";

const policy = pageHeaders["content-security-policy"] ?? "";

const admitted = policy.match(/'sha256-[^']+'/g) ?? [];

const hashesOf = (file: string) => {
  const html = readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8");
  return [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
};

it("the page policy lets in exactly the documents' inline scripts: the theme's, and the shell's first calls", () => {
  expect(hashesOf("shell.html")).toEqual(admitted);
  for (const file of ["index.html", "public-page.html"]) expect(hashesOf(file)).toEqual(admitted.slice(0, 1));
});

it("the page policy allows no other inline script", () => {
  const scripts = policy.split("; ").find((rule) => rule.startsWith("script-src"));
  expect(scripts).not.toContain("unsafe");
  expect(scripts?.match(/sha256-/g)).toHaveLength(2);
});
