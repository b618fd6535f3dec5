import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageHeaders } from "#app/http/security-headers.ts";

const policy = pageHeaders["content-security-policy"] ?? "";

describe.each(["index.html", "shell.html", "public-page.html"])("%s", (file) => {
  const html = readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8");
  const inline = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = ""]) => text);

  it("has one inline script, and the page policy lets in exactly that text", () => {
    expect(inline).toHaveLength(1);
    const hash = createHash("sha256")
      .update(inline[0] ?? "")
      .digest("base64");
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  });
});

it("the page policy allows no other inline script", () => {
  const scripts = policy.split("; ").find((rule) => rule.startsWith("script-src"));
  expect(scripts).not.toContain("unsafe");
  expect(scripts?.match(/sha256-/g)).toHaveLength(1);
});
