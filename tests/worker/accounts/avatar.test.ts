import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { User } from "#contract/account.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

/** Returns the first bytes of a PNG of this size, padded to a length. */
function aPng({ width = 512, height = 512, length = 64 } = {}): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

const aJpeg = new Uint8Array([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 1, 0, 1, 0x2c, 1, 1, 0x11, 0, 0xff, 0xd9,
]);
const text = (content: string) => new TextEncoder().encode(content);
const aWebp = new Uint8Array([
  ...text("RIFF"),
  ...[40, 0, 0, 0],
  ...text("WEBPVP8X"),
  ...[10, 0, 0, 0, 0, 0, 0, 0, 255, 1, 0, 255, 1, 0],
]);

async function upload(person: Person, body: Uint8Array, contentType = "image/png") {
  const response = await fetchWorker(`${origin}/api/account/avatar`, {
    method: "PUT",
    headers: { authorization: `Bearer ${person.token}`, "content-type": contentType },
    body,
  });
  return { status: response.status, body: (await response.json()) as { user: User; message?: string } };
}

const files = async () => (await env.FILES.list()).objects.length;

describe("a picture", () => {
  it.each([
    ["a PNG", aPng(), "image/png"],
    ["a JPEG", aJpeg, "image/jpeg"],
    ["a WebP", aWebp, "image/webp"],
  ])("%s is served to its owner with a fixed content type", async (_what, bytes, contentType) => {
    const person = await aPerson();
    const { body } = await upload(person, bytes, contentType);
    const served = await fetchWorker(origin + body.user.avatarUrl, { headers: { cookie: person.cookie } });
    expect(served.headers.get("content-type")).toBe(contentType);
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  });

  it("is told by its content, whatever it calls itself", async () => {
    const person = await aPerson();
    const { body } = await upload(person, aJpeg, "image/png");
    expect(body.user.avatarUrl).toMatch(/\.jpg$/);
  });

  it.each([
    ["HTML named as a PNG", text("<script>alert(1)</script>"), 415],
    ["an SVG", text("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), 415],
    ["a header that is cut off", aPng().slice(0, 18), 415],
    ["nothing", new Uint8Array(), 415],
    ["a decompression bomb of 50,000 by 50,000 pixels", aPng({ width: 50_000, height: 50_000 }), 400],
    ["more than 2 MB", aPng({ length: 2 * 1024 * 1024 + 1 }), 413],
  ])("is refused when it is %s", async (_what, bytes, status) => {
    const person = await aPerson();
    const before = await files();
    expect((await upload(person, bytes)).status).toBe(status);
    expect(await files()).toBe(before);
  });

  it("is nobody else's to see, by its address either", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const { body } = await upload(person, aPng());
    const { avatarUrl } = body.user;
    expect((await call("GET", avatarUrl ?? "", { token: other.token })).status).toBe(404);
    expect((await call("GET", avatarUrl ?? "")).status).toBe(401);
  });

  it("replaces the one before, in storage too, and can be removed", async () => {
    const person = await aPerson();
    const before = await files();
    await upload(person, aPng());
    await upload(person, aPng({ width: 300 }));
    expect(await files()).toBe(before + 1);
    const { body } = await call<{ user: User }>("DELETE", "/api/account/avatar", { token: person.token });
    expect(body.user.avatarUrl).toBeNull();
    expect(await files()).toBe(before);
  });

  it("can be set by an upload only, not by the profile", async () => {
    const person = await aPerson();
    const body = { avatarUrl: "https://evil.example/x.png", image: "https://evil.example/x.png" };
    const { user } = (await call<{ user: User }>("PUT", "/api/auth/profile", { token: person.token, body }))
      .body;
    expect(user.avatarUrl).toBeNull();
  });
});
