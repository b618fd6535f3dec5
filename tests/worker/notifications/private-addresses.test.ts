import { describe, expect, it } from "vitest";
import { isWebhookAddress } from "#contract/webhooks.ts";
import { openWebhookSender } from "#notifications/webhooks/sender.ts";

const OURS = "https://beatcast.example.org";

/** Makes a slow resolver, and hosts that answer with this response. */
function anInternet(addresses: readonly string[], answer = () => new Response(null, { status: 204 })) {
  const asked: string[] = [];
  const sender = openWebhookSender(async (url) => {
    if (!url.startsWith("https://cloudflare-dns.com/")) {
      asked.push(url);
      return answer();
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
    const type = url.includes("type=AAAA") ? 28 : 1;
    const found = addresses.filter((address) => address.includes(":") === (type === 28));
    return Response.json({ Answer: found.map((data) => ({ type, data })) });
  }, OURS);
  return { asked, send: (url: string) => sender.send(url, {}, "{}") };
}

describe("attack: a private address, as the runtime's own parser reads it", () => {
  it.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://127。0。0。1/",
    "https://①②⑦.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[fe80::1]/",
    "https://localhost/",
    "https://localhost./",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://me:secret@hooks.example.com/",
    "https://hooks.example.com:8443/",
    "http://hooks.example.com/",
  ])("is neither stored nor asked: %s", async (url) => {
    expect(isWebhookAddress(url)).toBe(false);
    const { send, asked } = anInternet(["93.184.216.34"]);
    expect(await send(url)).toMatchObject({ outcome: "unreached", status: null });
    expect(asked).toEqual([]);
  });

  it.each([
    ["one private address among public ones", ["93.184.216.34", "10.0.0.7"]],
    ["IPv4 in IPv6", ["::ffff:10.0.0.7"]],
    ["IPv4 by NAT64", ["64:ff9b::a00:7"]],
    ["IPv4 by 6to4", ["2002:a00:7::1"]],
    ["a unique local address", ["93.184.216.34", "fd00::7"]],
    ["the address of a cloud's metadata", ["169.254.169.254"]],
  ])("is not asked where a slow look-up finds %s", async (_what, addresses) => {
    const { send, asked } = anInternet(addresses);
    expect(await send("https://hooks.example.com/")).toMatchObject({
      outcome: "unreached",
      reason: "The host leads into a private network.",
    });
    expect(asked).toEqual([]);
  });

  it("is not followed to by a redirect, and the redirect's answer is not read", async () => {
    const redirect = () =>
      new Response("moved", { status: 307, headers: { location: "http://169.254.169.254/latest" } });
    const { send, asked } = anInternet(["93.184.216.34"], redirect);
    expect(await send("https://hooks.example.com/")).toMatchObject({
      outcome: "refused",
      status: 307,
      reason: null,
    });
    expect(asked).toEqual(["https://hooks.example.com/"]);
  });
});
