import { describe, expect, inject, it } from "vitest";
import { inOneMinute } from "../in-one-minute.ts";
import { anEmail, Outsider } from "./support/outsider.ts";

const url = inject("attackUrl");

/** Creates a person with the largest plan, which includes keys and webhooks. */
async function anInstitution() {
  const person = new Outsider(url);
  const email = await person.signUp();
  await person.confirm(email);
  const checkoutId = await person.pay(await person.openCheckout("institutional"), email);
  await person.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
  return person;
}

async function aProgram(of: Outsider): Promise<{ program: Outsider; id: string }> {
  const { key, id } = (await of.call("POST", "/api/keys", { name: "Program" })).body;
  const program = new Outsider(url);
  program.token = String(key);
  return { program, id: String(id) };
}

describe("the second attack, from outside", () => {
  it("30.2, 30.21: a webhook never leads into a private network, however it is written", async () => {
    const person = await anInstitution();
    for (const address of [
      ...["https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://[::ffff:7f00:1]/"],
      ...["https://localhost/", "https://169.254.169.254/latest", "http://hooks.example.com/"],
    ]) {
      const { status, body } = await person.call("POST", "/api/webhook-endpoints", { url: address });
      expect([address, status, body.code]).toEqual([address, 400, "invalid_request"]);
    }
  });

  it("30.5: 150 writes of a signed-in person are slowed down", async () => {
    const person = new Outsider(url);
    await person.signUp();
    const statuses: number[] = [];
    await inOneMinute();
    for (let i = 0; i < 150; i++)
      statuses.push((await person.call("PUT", "/api/account/privacy", {})).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it("30.8: one mailbox has one free quota, whichever of its provider's domains is written", async () => {
    const name = anEmail().split("@")[0] ?? "";
    const [first, second] = [new Outsider(url), new Outsider(url)];
    await first.signUp(`${name}@proton.me`);
    await second.signUp(`${name.replaceAll("-", ".")}+again@pm.me`);
    expect((await first.analyze("AAPL")).status).toBe(200);
    expect([await first.callsUsed(), await second.callsUsed()]).toEqual([1, 1]);
  });

  it("30.10: a squatter's quiet hours are gone once the owner has set a password", async () => {
    const squatter = new Outsider(url);
    const email = await squatter.signUp();
    const quiet = { timeZone: "UTC", quiet: { from: 0, to: 1439 } };
    expect((await squatter.call("PUT", "/api/alerts/settings", quiet)).status).toBe(200);
    const owner = new Outsider(url);
    await owner.call("POST", "/api/auth/forgot-password", { email });
    const { text } = await owner.mailTo(email, /set a new password/i);
    const token = /#([\w.-]+)/.exec(text)?.[1];
    const password = "a brand new password";
    expect((await owner.call("POST", "/api/auth/reset-password", { token, password })).status).toBe(200);
    const { body } = await owner.signIn(email, password);
    owner.token = String(body.token);
    expect((await owner.call("GET", "/api/alerts/settings")).body).toEqual({ timeZone: "UTC", quiet: null });
  });

  it("30.12: a batch of MCP calls is refused whole", async () => {
    const { program } = await aProgram(await anInstitution());
    const one = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const accept = { accept: "application/json, text/event-stream" };
    const { status } = await program.call("POST", "/mcp", Array(100).fill(one), accept);
    expect(status).toBe(400);
  });

  it("30.13: a picture has one address, and one copy in the cache", async () => {
    const stranger = new Outsider(url);
    for (const name of ["aapl", "AaPl", "%61apl"]) {
      const answer = await stranger.send("GET", `/share/stocks/${name}.png`);
      const location = new URL(answer.headers.get("location") ?? "/", url).pathname;
      expect([name, answer.status, location]).toEqual([name, 308, "/share/stocks/AAPL.png"]);
    }
    const tags = await Promise.all(
      ["AAPL", "%41APL"].map(async (name) => {
        const answer = await stranger.send("GET", `/share/stocks/${name}.png`);
        return [answer.status, answer.headers.get("etag")];
      }),
    );
    expect(tags[1]).toEqual(tags[0]);
  });

  it("30.15: names keep no control, direction or markup characters", async () => {
    const person = await anInstitution();
    for (const name of ["a\u202eb", "a\u0000b", "<b>a</b>"]) {
      const { status, body } = await person.call("POST", "/api/keys", { name });
      const stored = status < 300 ? JSON.stringify((await person.call("GET", "/api/keys")).body) : "";
      expect(stored, JSON.stringify(body)).not.toMatch(/\u202e|\\u0000|<b>/);
    }
  });

  it("30.16: nothing that a build leaves behind is served", async () => {
    const stranger = new Outsider(url);
    for (const path of ["/.vite/manifest.json", "/manifest.json", "/wrangler.json", "/.dev.vars"]) {
      const { status, body } = await stranger.call("GET", path);
      expect([path, status]).toEqual([path, 404]);
      expect(JSON.stringify(body)).not.toContain("isEntry");
    }
  });

  it("30.17: a stranger learns nothing of an operators' call from what was sent", async () => {
    const person = new Outsider(url);
    await person.signUp();
    const { status } = await person.call("POST", "/api/review/predictions", { nonsense: [1] });
    expect(status).toBe(404);
  });

  it("30.18: a revoked key reads nothing, whatever state of the database it asks for", async () => {
    const owner = await anInstitution();
    const { program, id } = await aProgram(owner);
    const before = await program.call("GET", "/api/v1/predictions");
    const bookmark = before.headers.get("x-d1-bookmark") ?? "00000000-00000001-00000000-00000000";
    await owner.call("DELETE", `/api/keys/${id}`);
    const after = await program.call("GET", "/api/v1/predictions", undefined, {
      cookie: `beatcast_bookmark=${bookmark}`,
      "x-d1-bookmark": bookmark,
    });
    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it("30.19: the secrets of mailed links stand where no server writes them down", async () => {
    const person = new Outsider(url);
    const email = await person.signUp();
    const { text } = await person.mailTo(email, /confirm your email/i);
    expect(text).toMatch(/\/auth\/confirm-email#[\w-]{20,}/);
    expect(text).not.toMatch(/[?&]token=/);
  });
});
