import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deleteRestoredAccounts, readDeletionLog } from "#accounts/privacy/delete.ts";
import { aPerson, call } from "../api.ts";
import { accountsAt } from "./at-a-time.ts";

const DAY_MS = 86_400_000;
afterEach(() => void vi.restoreAllMocks());

const idsOf = async (accounts: ReturnType<typeof accountsAt>) =>
  (await readDeletionLog(accounts)).map(({ userId }) => userId);

/** Creates a person who deleted their account and whom a restored backup brought back. */
async function aRestoredPerson() {
  const person = await aPerson();
  const row = await env.DB.prepare("SELECT * FROM users WHERE id = ?").bind(person.user.id).first<object>();
  await call("POST", "/api/account/delete", { token: person.token, body: { confirmation: "DELETE" } });
  await vi.waitFor(async () => expect(await idsOf(accountsAt(new Date()))).toContain(person.user.id));
  const names = Object.keys(row ?? {});
  await env.DB.prepare(`INSERT INTO users (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row ?? {}))
    .run();
  return person.user.id;
}

const isThere = async (id: string) =>
  (await env.DB.prepare("SELECT 1 FROM users WHERE id = ?").bind(id).first()) !== null;

describe("an account that was deleted and came back with a restored database", () => {
  it("is deleted again with everything that other modules have of it, and nobody else is", async () => {
    const [id, other] = [await aRestoredPerson(), await aPerson()];
    const asked: string[] = [];
    const hook = async (userId: string) => void asked.push(userId);
    expect(await isThere(id)).toBe(true);
    expect(await deleteRestoredAccounts(accountsAt(new Date()), [hook])).toBe(1);
    expect([asked, await isThere(id), await isThere(other.user.id)]).toEqual([[id], false, true]);
    expect(await deleteRestoredAccounts(accountsAt(new Date()), [hook])).toBe(0);
  });

  it("stays for the next run when another module cannot delete now, and stops nobody's deletion", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [first, second] = [await aRestoredPerson(), await aRestoredPerson()];
    const away = async (userId: string) => {
      if (userId === first) throw new Error("the provider is away");
    };
    expect(await deleteRestoredAccounts(accountsAt(new Date()), [away])).toBe(1);
    expect([await isThere(first), await isThere(second)]).toEqual([true, false]);
    expect(log).toHaveBeenCalledTimes(1);
    expect(await deleteRestoredAccounts(accountsAt(new Date()), [])).toBe(1);
  });

  it("is forgotten after 35 days, when no backup has it any more", async () => {
    const id = await aRestoredPerson();
    const on = (days: number) => accountsAt(new Date(Date.now() + days * DAY_MS));
    expect(await idsOf(on(34.9))).toContain(id);
    expect(await idsOf(on(35.1))).not.toContain(id);
    expect(await idsOf(on(0))).toEqual([]);
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(id).run();
  });
});
