import { describe, expect, inject, it } from "vitest";
import { anEmail, Outsider } from "./support/outsider.ts";

const url = inject("attackUrl");
const symbols = ["AAPL", "MSFT", "NVDA", "AMZN", "JPM", "V", "KO", "COST", "UNH", "XOM"];

async function aConfirmedPerson(email = anEmail()) {
  const person = new Outsider(url);
  await person.signUp(email);
  await person.confirm(email);
  return { person, email };
}

describe("attack 1: one Idempotency-Key for many tickers", () => {
  it("counts the first, replays it, and refuses every other ticker, also when the quota is spent", async () => {
    const { person } = await aConfirmedPerson();
    const key = { "idempotency-key": "one-key-for-all" };
    const first = await person.analyze("AAPL", key);
    expect(first.status).toBe(200);
    for (const symbol of symbols.slice(1)) expect((await person.analyze(symbol, key)).status).toBe(409);
    const again = await person.analyze("AAPL", key);
    expect([again.status, again.body.predictionId]).toEqual([200, first.body.predictionId]);
    expect(await person.callsUsed()).toBe(1);
    for (const symbol of symbols.slice(1)) expect((await person.analyze(symbol)).status).toBe(200);
    expect((await person.analyze("WMT")).body.code).toBe("quota_exceeded");
    expect((await person.analyze("MSFT", key)).status).toBe(409);
    expect((await person.analyze("AAPL", key)).body.predictionId).toBe(first.body.predictionId);
    expect(await person.callsUsed()).toBe(10);
  });
});

describe("attack 2: reading the event stream and leaving before its end", () => {
  it("shows nothing of worth before the call counts", async () => {
    const { person } = await aConfirmedPerson();
    const answer = await person.send("POST", "/api/analyze/PG", "{}", {
      "content-type": "application/json",
      accept: "text/event-stream",
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    // Leaves at the first sign of a figure or a sentence.
    while (reader && !/event: (text|result)|\d%|"probability/.test(seen)) {
      const { value, done } = await reader.read();
      if (done) break;
      seen += value;
    }
    await reader?.cancel();
    expect(seen).toMatch(/event: (stage|result)/);
    expect(await person.callsUsed()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await person.callsUsed()).toBe(1);
  });
});

describe("attack 3: analyses that fail on purpose", () => {
  it("are bounded for a user, and no quota is spent by them", async () => {
    const { person } = await aConfirmedPerson();
    // Uses another ticker each time, because a remembered failure asks no source and does not count against the
    // limit.
    const letters = [..."ABCDEFGHIJ"];
    const unknown = letters.flatMap((one) => letters.slice(0, 6).map((other) => `QQ${one}${other}Z`));
    const tried = await Promise.all(unknown.map((symbol) => person.analyze(symbol)));
    const refused = tried.filter(({ status }) => status === 429);
    expect(tried.every(({ status }) => status === 404 || status === 429)).toBe(true);
    expect(refused.length).toBeGreaterThanOrEqual(40);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await person.callsUsed()).toBe(0);
  });
});

describe("attack 4: the free quota over and over", () => {
  it("is not renewed by deleting the account, nor by another spelling of the mailbox", async () => {
    const name = `ada${crypto.randomUUID().slice(0, 8)}`;
    const { person, email } = await aConfirmedPerson(`${name}@gmail.com`);
    for (const symbol of symbols.slice(0, 3)) expect((await person.analyze(symbol)).status).toBe(200);
    expect((await person.call("POST", "/api/account/delete", { confirmation: "DELETE" })).status).toBe(200);
    for (const address of [
      email,
      `${name}+again@gmail.com`,
      `${name.slice(0, 4)}.${name.slice(4)}@googlemail.com`,
    ]) {
      const again = new Outsider(url);
      await again.signUp(address);
      expect([address, await again.callsUsed()]).toEqual([address, 3]);
    }
  });

  it("needs a confirmed address for the third analysis", async () => {
    const person = new Outsider(url);
    await person.signUp();
    for (const symbol of ["AAPL", "MSFT"]) expect((await person.analyze(symbol)).status).toBe(200);
    expect((await person.analyze("KO")).body.code).toBe("email_unconfirmed");
    expect(await person.callsUsed()).toBe(2);
  });
});
