import { expect, it } from "vitest";
import { webhookEndpointRequestSchema } from "#contract/webhooks.ts";

const taken = (url: string) => webhookEndpointRequestSchema.safeParse({ url }).data?.url ?? null;

it.each([
  "http://hooks.example.com/",
  "https://hooks.example.com:8443/",
  "https://user:word@hooks.example.com/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://017700000001/",
  "https://[::1]/",
  "https://[::ffff:169.254.169.254]/",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/",
  "https://localhost./",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://intranet/",
  "https://hooks.example.com/#part",
  "ftp://hooks.example.com/",
  "hooks.example.com",
  `https://hooks.example.com/${"x".repeat(500)}`,
])("attack: webhooks are not sent to %s", (url) => expect(taken(url)).toBeNull());

it("the address is stored as it will be asked", () => {
  expect(taken(" HTTPS://Hooks.Example.com:443/a?b=c ")).toBe("https://hooks.example.com/a?b=c");
  expect(taken("https://hooks.example.com.")).toBe("https://hooks.example.com/");
});
