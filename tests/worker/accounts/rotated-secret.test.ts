import { env } from "cloudflare:test";
import { createOTP } from "@better-auth/utils/otp";
import { describe, expect, it } from "vitest";
import { findCredential } from "#accounts/password/credential.ts";
import { keyedHashes, type Secrets } from "#accounts/sessions/token.ts";
import { deviceCookie, knownDeviceMark } from "#accounts/sign-in/sign-in.ts";
import {
  consumeRecoveryCode,
  consumeTotp,
  createAuthenticator,
  generateRecoveryCodes,
} from "#accounts/two-factor/code.ts";
import { reencryptAuthenticators, secretRotation } from "#accounts/two-factor/stored-key.ts";
import { newsletterUnsubscribeLinks, unsubscribe } from "#notifications/newsletter-subscription.ts";
import { unsubscribeByLink, unsubscribeLinksOf } from "#notifications/unsubscribe-links.ts";
import type { AppError } from "#platform/errors.ts";
import { openQuotas } from "#platform/limits/user-quota.ts";
import { aConfirmedPerson } from "../api.ts";
import { accountsAt } from "./at-a-time.ts";

const [OLD, NEW] = ["the old secret of these tests: 2f9c1d", "the new secret of these tests: 8b07e4"];
const [before, during, after]: Secrets[] = [[OLD], [NEW, OLD], [NEW]] as const;
const now = new Date();
/** Returns the accounts of a deployment with these values of AUTH_SECRET. */
const under = (secrets: Secrets | undefined) => ({
  ...accountsAt(now),
  secrets: secrets ?? ([OLD] as const),
});

async function aPersonWithAuthenticator(secrets = before) {
  const { user, email } = await aConfirmedPerson();
  const { otpauthUri } = await createAuthenticator(under(secrets), user.id, email);
  const stored = await env.DB.prepare("SELECT secret FROM two_factors WHERE user_id = ?")
    .bind(user.id)
    .first<{ secret: string }>();
  const key = decoded(new URL(otpauthUri).searchParams.get("secret") ?? "");
  const code = (stepsAhead: number) => createOTP(key).hotp(Math.floor(now.getTime() / 30_000) + stepsAhead);
  return { userId: user.id, code, stored: stored?.secret };
}

function decoded(base32: string): string {
  const bits = [...base32].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}

const exchange = (secrets = during) => secretRotation(under(secrets).db, secrets ?? [OLD]);
const emptyTables = () => env.DB.exec("DELETE FROM two_factors; DELETE FROM recovery_codes");

describe("an exchange of the secret: authenticators", () => {
  it("opens under both, and a code that is used puts the key under the new one", async () => {
    await emptyTables();
    const { userId, code } = await aPersonWithAuthenticator();
    await expect(consumeTotp(under(after), userId, await code(-1))).rejects.toThrow(
      "decrypts a stored authenticator key",
    );
    expect((await exchange()).authenticators).toEqual({ underOlder: 1, unreadable: 0 });
    expect(await consumeTotp(under(during), userId, await code(-1))).toBe(true);
    expect((await exchange()).authenticators).toEqual({ underOlder: 0, unreadable: 0 });
    expect(await consumeTotp(under(after), userId, await code(0))).toBe(true);
    await expect(consumeTotp(under(before), userId, await code(1))).rejects.toThrow(
      "decrypts a stored authenticator key",
    );
  });

  it("moves those that nobody uses by the hourly job, named or stored before secrets had names", async () => {
    await emptyTables();
    const people = await Promise.all(Array.from({ length: 3 }, () => aPersonWithAuthenticator()));
    await env.DB.prepare("UPDATE two_factors SET key_id = NULL WHERE user_id = ?")
      .bind(people[0]?.userId)
      .run();
    const [done, again] = [
      await reencryptAuthenticators(under(during)),
      await reencryptAuthenticators(under(during)),
    ];
    expect([done, again]).toEqual([3, 0]);
    for (const { userId, code } of people)
      expect(await consumeTotp(under(after), userId, await code(0))).toBe(true);
  });

  it("leaves and counts one that no secret opens, and moves it once its secret is back", async () => {
    await emptyTables();
    const { userId, code, stored } = await aPersonWithAuthenticator();
    expect(await reencryptAuthenticators(under(after))).toBe(0);
    const row = await env.DB.prepare("SELECT secret FROM two_factors WHERE user_id = ?").bind(userId).first();
    expect(row).toEqual({ secret: stored });
    expect((await exchange(after)).authenticators).toEqual({ underOlder: 0, unreadable: 1 });
    expect(await reencryptAuthenticators(under(during))).toBe(1);
    expect(await consumeTotp(under(after), userId, await code(0))).toBe(true);
  });

  it("of two jobs at once and a sign-in every one ends with the key under the new secret", async () => {
    await emptyTables();
    const { userId, code } = await aPersonWithAuthenticator();
    const [taken] = await Promise.all([
      consumeTotp(under(during), userId, await code(-1)),
      reencryptAuthenticators(under(during)),
      reencryptAuthenticators(under(during)),
    ]);
    expect(taken).toBe(true);
    expect(await consumeTotp(under(after), userId, await code(0))).toBe(true);
  });

  it("writes under the new one, which a deployment with the old one alone cannot open", async () => {
    await emptyTables();
    const { userId, code } = await aPersonWithAuthenticator(during);
    await expect(consumeTotp(under(before), userId, await code(-1))).rejects.toThrow(
      "decrypts a stored authenticator key",
    );
    expect(await consumeTotp(under(after), userId, await code(0))).toBe(true);
  });
});

describe("an exchange of the secret: what is signed", () => {
  it("takes an old recovery code once while the old secret is there, and counts those left under it", async () => {
    await emptyTables();
    const { user } = await aConfirmedPerson();
    const [first = "", second = "", third = ""] = await generateRecoveryCodes(under(before), user.id);
    expect(await consumeRecoveryCode(under(during), user.id, first)).toBe(true);
    expect(await consumeRecoveryCode(under(during), user.id, first)).toBe(false);
    expect(await consumeRecoveryCode(under(after), user.id, second)).toBe(false);
    expect((await exchange()).recoveryCodes).toEqual({ underOlder: 9, unreadable: 0 });
    expect((await exchange(after)).recoveryCodes).toEqual({ underOlder: 0, unreadable: 9 });
    const [renewed = ""] = await generateRecoveryCodes(under(during), user.id);
    expect((await exchange()).recoveryCodes).toEqual({ underOlder: 0, unreadable: 0 });
    expect(await consumeRecoveryCode(under(during), user.id, third)).toBe(false);
    expect(await consumeRecoveryCode(under(after), user.id, renewed)).toBe(true);
  });

  it("names codes stored before secrets had names as the oldest one's", async () => {
    await emptyTables();
    const { user } = await aConfirmedPerson();
    await generateRecoveryCodes(under(before), user.id);
    await env.DB.prepare("UPDATE recovery_codes SET key_id = NULL").run();
    await reencryptAuthenticators(under(during));
    expect((await exchange(during)).recoveryCodes).toEqual({ underOlder: 10, unreadable: 0 });
    expect((await exchange(before)).recoveryCodes).toEqual({ underOlder: 0, unreadable: 0 });
  });

  it("follows mailed links of both kinds while the old secret is there, and refuses them after", async () => {
    const { user } = await aConfirmedPerson();
    const tokenOf = ({ pageUrl }: { pageUrl: string }) => new URL(pageUrl).hash.slice(1);
    const reader = `sub_${crypto.randomUUID()}`;
    const links = (secrets: Secrets | undefined) => ({
      notice: tokenOf(unsubscribeLinksOf(under(secrets), user.id, "weeklySummary")),
      letter: tokenOf(newsletterUnsubscribeLinks(under(secrets), reader)),
    });
    const old = links(before);
    const fresh = links(during);
    expect([fresh.notice, fresh.letter]).not.toEqual([old.notice, old.letter]);
    await unsubscribeByLink(under(during), old.notice);
    await unsubscribe(under(during), old.letter);
    await unsubscribeByLink(under(after), fresh.notice);
    await unsubscribe(under(after), fresh.letter);
    for (const token of [
      old.notice,
      `${old.notice}.x`,
      fresh.notice.replace("weeklySummary", "earningsReminders"),
    ])
      await expect(unsubscribeByLink(under(after), token)).rejects.toMatchObject({ code: "invalid_link" });
    for (const token of [old.letter, `${fresh.letter}.x`])
      await expect(unsubscribe(under(after), token)).rejects.toMatchObject({ code: "invalid_link" });
  });

  it("knows a browser by the old secret, and marks it under the new one at its next sign-in", async () => {
    const { user } = await aConfirmedPerson();
    const credential = await findCredential(under(before), { userId: user.id });
    const asking = (cookie: string | null) =>
      new Request("https://beatcast.test", { headers: { cookie: (cookie ?? "").split(";")[0] ?? "" } });
    const old = await deviceCookie(under(before), asking(null), user.id);
    const mark = knownDeviceMark(under(during), asking(old), credential);
    expect(mark).toMatch(/^[\w-]{16}$/);
    expect(knownDeviceMark(under(after), asking(old), credential)).toBeNull();
    const fresh = await deviceCookie(under(during), asking(old), user.id);
    expect(knownDeviceMark(under(after), asking(fresh), credential)).toBe(mark);
    expect((fresh ?? "").split(";")[0]?.split("~")).toHaveLength(1);
  });
});

describe("an exchange of the secret: free calls", () => {
  const november = { id: "2026-11", endsAt: "2026-12-01T00:00:00.000Z" };
  const december = { id: "2026-12", endsAt: "2027-01-01T00:00:00.000Z" };
  const quotaOf = (
    secrets: Secrets | undefined,
    person: { userId: string; email: string },
    period = november,
  ) =>
    openQuotas({
      counters: env.QUOTA,
      mailboxKeys: (email) => keyedHashes(secrets ?? [OLD], "free quota", email),
      canConfirm: true,
      nowMs: () => Date.UTC(2026, 10, 22),
    }).of({ ...person, emailVerified: true }, { tier: "free", callLimit: 3, period });
  const aMailbox = () => ({
    userId: `usr_${crypto.randomUUID()}`,
    email: `${crypto.randomUUID()}@example.com`,
  });
  const spend = async (quota: ReturnType<typeof quotaOf>, key: string) =>
    quota
      .call(key, `of ${key}`)
      .reserve()
      .then(() => "granted")
      .catch((error: AppError) => error.code);

  it("go on in the month's counter, and begin under the new secret with the next month", async () => {
    const person = aMailbox();
    for (const key of ["one", "two"]) await spend(quotaOf(before, person), key);
    expect(await quotaOf(during, person).used()).toBe(2);
    expect([
      await spend(quotaOf(during, person), "two"),
      await spend(quotaOf(during, person), "three"),
      await spend(quotaOf(during, person), "four"),
    ]).toEqual(["granted", "granted", "quota_exceeded"]);
    expect(await quotaOf(before, person).used()).toBe(3);
    expect(await spend(quotaOf(during, person, december), "five")).toBe("granted");
    expect(await quotaOf(after, person, december).used()).toBe(1);
    expect(await quotaOf(before, person, december).used()).toBe(0);
  });

  it("of a mailbox that had none this month are counted under the new secret alone", async () => {
    const person = aMailbox();
    await spend(quotaOf(during, person), "one");
    expect([await quotaOf(after, person).used(), await quotaOf(before, person).used()]).toEqual([1, 0]);
  });

  it("of a run that crosses the month end are finished where they began", async () => {
    const person = aMailbox();
    await spend(quotaOf(before, person), "late");
    const late = quotaOf(during, person, december).call("late", "of late");
    expect(await late.reserve()).toMatchObject({ requestKey: "late" });
    await late.commit();
    await late.complete();
    expect(await quotaOf(during, person, december).used()).toBe(0);
    expect(await quotaOf(during, person).used()).toBe(1);
  });
});
