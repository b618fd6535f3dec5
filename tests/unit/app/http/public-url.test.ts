import { describe, expect, it } from "vitest";
import { publicUrl } from "#contract/public-url.ts";
import { resultReportSchema } from "#contract/record.ts";

describe("attack: a link that leads into a private network", () => {
  it.each([
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST:80/",
    "https://app.localhost./",
    "https://internal.corp./x",
    "https://wiki.corp",
    "https://db.internal",
    "https://db.internal.",
    "https://printer.local",
    "https://router.lan",
    "https://router.home",
    "https://nas.home.arpa",
    "https://nas.home.arpa.",
    "https://home.arpa",
    "https://a.test",
    "https://a.invalid",
    "https://intranet",
    "https://intranet.",
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://010.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://１２７.0.0.1/",
    "https://example.com..",
    "https://.example.com",
    "https://user@example.org/",
    "https://user:secret@example.org/",
    "https://example.org:8443/",
    "ftp://example.org/",
    "javascript:alert(1)//example.org",
    "data:text/html,x",
    "//example.org/x",
    `https://example.org/${"é".repeat(400)}`,
  ])("%s is refused", (url) => {
    expect(publicUrl(url)).toBeNull();
    expect(resultReportSchema.safeParse({ eps: 1, url }).success).toBe(false);
  });

  it.each([
    ["https://example.org", "https://example.org/"],
    ["HTTPS://Example.ORG:443/a?b=1#c", "https://example.org/a?b=1#c"],
    ["https://example.org./a", "https://example.org/a"],
    ["http://sub.domain.example.co.uk/x", "http://sub.domain.example.co.uk/x"],
    ["https://bücher.de/x", "https://xn--bcher-kva.de/x"],
    ["https://1.example.org", "https://1.example.org/"],
    [" https://example.org/x ", "https://example.org/x"],
  ])("%s is public", (text, url) => {
    expect(resultReportSchema.parse({ eps: 1, url: text }).url).toBe(url);
  });
});
