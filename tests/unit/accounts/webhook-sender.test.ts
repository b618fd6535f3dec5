import { describe, expect, it } from "vitest";
import { isOwnHost, isPublicAddress, openWebhookSender } from "#notifications/webhooks/sender.ts";

const URL_OF_MINE = "https://hooks.example.com/beatcast";
type Init = RequestInit & { signal: AbortSignal };

/** Imitates the internet with a resolver that gives every host these addresses, and with one endpoint. */
function anInternet(addresses: readonly string[], endpoint: (init: Init) => Promise<Response> | Response) {
  const asked: string[] = [];
  const sender = openWebhookSender(async (url, init) => {
    if (!url.startsWith("https://cloudflare-dns.com/dns-query?name=")) {
      asked.push(url);
      return endpoint(init as Init);
    }
    const type = new URL(url).searchParams.get("type") === "A" ? 1 : 28;
    const own = addresses.filter((address) => address.includes(":") === (type === 28));
    return Response.json({
      Status: 0,
      Answer: [{ type: 5, data: "cname." }, ...own.map((data) => ({ type, data }))],
    });
  }, "https://beatcast.example");
  return { asked, send: (url = URL_OF_MINE) => sender.send(url, { "webhook-id": "msg_1" }, "{}") };
}
const fine = () => new Response(null, { status: 204 });

describe("attack: an endpoint that leads into a private network", () => {
  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
    ...["198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "not an address", "1.2.3", "010.0.0.1"],
    ...[
      "::1",
      "::",
      "fe80::1",
      "fc00::1",
      "fd12:3456::1",
      "::ffff:127.0.0.1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::",
    ],
    ...["2001:db8::1", "2001::1", "ff02::1", "3fff::1"],
  ])("is not asked: %s", async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const { send, asked } = anInternet(["93.184.216.34", address], fine);
    expect(await send()).toMatchObject({
      outcome: "unreached",
      status: null,
      reason: "The host leads into a private network.",
    });
    expect(asked).toEqual([]);
  });

  it.each(["93.184.216.34", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...[
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://[::1]/",
      "https://localhost./",
      "http://hooks.example.com/",
    ],
    ...["https://beatcast.example/api/x", "https://a.beatcast.example/", "https://beatcast.example./"],
  ])("is not asked though its row says so: %s", async (url) => {
    const { send, asked } = anInternet(["93.184.216.34"], fine);
    expect(await send(url)).toMatchObject({
      outcome: "unreached",
      reason: "The address is not a public one.",
    });
    expect(asked).toEqual([]);
  });

  it("is not asked where the name cannot be looked up", async () => {
    expect((await anInternet([], fine).send()).reason).toBe("The host has no address.");
    const broken = openWebhookSender(
      async () => new Response("", { status: 500 }),
      "https://beatcast.example",
    );
    expect((await broken.send(URL_OF_MINE, {}, "{}")).reason).toBe("The host could not be looked up.");
  });
});

describe("an answer", () => {
  it.each([
    [204, "delivered"],
    [301, "refused"],
    [308, "refused"],
    [410, "gone"],
    [500, "refused"],
  ])("of %i is %s, and no redirect is followed", async (status, outcome) => {
    const { send, asked } = anInternet(["93.184.216.34"], ({ redirect }) => {
      expect(redirect).toBe("manual");
      return new Response(null, { status, headers: { location: "https://169.254.169.254/" } });
    });
    expect(await send()).toMatchObject({ outcome, status });
    expect(asked).toEqual([URL_OF_MINE]);
  });

  it("of ten megabytes is not read: the status is all that is looked at", async () => {
    let given = 0;
    const { send } = anInternet(["93.184.216.34"], () => {
      const body = new ReadableStream({
        pull(controller) {
          given += 1024;
          controller.enqueue(new TextEncoder().encode("a secret of a private host ".repeat(40)));
        },
      });
      return new Response(body, { status: 500 });
    });
    expect(await send()).toEqual({
      outcome: "refused",
      status: 500,
      reason: null,
      milliseconds: expect.any(Number),
    });
    expect(given).toBeLessThan(16 * 1024);
  });

  it("that trickles counts by its status, and one that never comes is no answer", async () => {
    const trickle = anInternet(["93.184.216.34"], () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("ok")),
        pull: () => Promise.reject(new DOMException("", "TimeoutError")),
      });
      return new Response(body, { status: 200 });
    });
    expect(await trickle.send()).toMatchObject({ outcome: "delivered", status: 200 });
    const silent = anInternet(["93.184.216.34"], () => Promise.reject(new DOMException("", "TimeoutError")));
    expect(await silent.send()).toMatchObject({
      outcome: "unreached",
      reason: "No answer within 5 seconds.",
    });
    const closed = anInternet(["93.184.216.34"], () => Promise.reject(new TypeError("refused")));
    expect((await closed.send()).reason).toBe("No connection.");
  });
});

describe("our own hosts", () => {
  it.each([
    ["https://app.company.co.uk", "https://admin.company.co.uk/hook", true],
    ["https://app.company.co.uk", "https://company.co.uk/hook", true],
    ["https://app.company.co.uk", "https://other.co.uk/hook", false],
    ["https://beatcast.example.com", "https://ADMIN.example.com./hook", true],
    ["https://beatcast.ours.workers.dev", "https://admin.ours.workers.dev/", true],
    ["https://beatcast.ours.workers.dev", "https://beatcast.theirs.workers.dev/", false],
    ["http://localhost:5173", "https://hooks.example.com/", false],
  ])("are those of the registrable domain: %s and %s", (origin, url, isOwn) => {
    expect(isOwnHost(url, origin)).toBe(isOwn);
  });
});
