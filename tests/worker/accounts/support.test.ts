import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/error.ts";
import type { planIds } from "#contract/plans.ts";
import type { SupportInbox, SupportItem } from "#contract/support.ts";
import { subscribe } from "../a-subscriber.ts";
import { aConfirmedPerson, aPerson, call } from "../api.ts";
import { mailsTo, mailTo } from "../outbox.ts";

let operator = { token: "" };
beforeAll(async () => {
  operator = await aConfirmedPerson({ email: "operator@example.com" });
});

async function aMember(plan?: (typeof planIds)[number]) {
  const person = await aConfirmedPerson();
  if (plan) await subscribe(person.user, plan);
  return person;
}
const ask = (token: string, body: object = { subject: "A question", text: "Where is it?" }) =>
  call<{ id: string } & ErrorBody>("POST", "/api/support", { token, body });
const own = async (token: string) =>
  (await call<{ requests: SupportItem[] }>("GET", "/api/support", { token })).body.requests;
const inbox = async () =>
  (await call<{ requests: SupportInbox }>("GET", "/api/review/support", { token: operator.token })).body
    .requests;
const answer = (id: string, token = operator.token) =>
  call<ErrorBody>("POST", `/api/review/support/${id}`, {
    token,
    body: { answer: "It is here.\nOn the left." },
  });

describe("support", () => {
  it("shows operators what waits, the Institutional plan first and in a plan the oldest", async () => {
    const asked: string[] = [];
    for (const plan of [undefined, "premium", "institutional", "basic", "institutional"] as const)
      asked.push((await ask((await aMember(plan)).token)).body.id);
    const [free, premium, first, basic, second] = asked;
    const mine = (await inbox()).filter(({ id }) => asked.includes(id));
    expect(mine.map(({ id }) => id)).toEqual([first, second, premium, basic, free]);
    expect(mine[0]).toMatchObject({ tier: "institutional", subject: "A question", text: "Where is it?" });
  });

  it("answers once, by email and on the person's page", async () => {
    const { token, email } = await aMember();
    const { id } = (await ask(token, { subject: "A page", text: "It is slow.", page: "/calendar" })).body;
    expect(await own(token)).toMatchObject([{ id, page: "/calendar", answer: null }]);
    const answers = await Promise.all([answer(id), answer(id), answer(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await mailTo(email, "Re: A page")).text).toContain("It is here.");
    expect((await mailsTo(email)).filter((subject) => subject === "Re: A page")).toHaveLength(1);
    expect(await own(token)).toMatchObject([{ id, answer: "It is here.\nOn the left." }]);
    expect((await inbox()).map((one) => one.id)).not.toContain(id);
  });

  it("attack: is not there for strangers' addresses, others' predictions and requests, or a sixth one a day", async () => {
    expect((await ask((await aPerson()).token)).body.code).toBe("email_unconfirmed");
    const { token } = await aMember();
    const { id } = (await ask(token)).body;
    const other = await aMember();
    expect(await own(other.token)).toEqual([]);
    expect((await answer(id, other.token)).status).toBe(404);
    expect((await call("GET", "/api/review/support", { token: other.token })).status).toBe(404);
    const analyzed = await call<{ predictionId: string }>("POST", "/api/analyze/KO", { token: other.token });
    const about = { subject: "Mine", text: "Why?", predictionId: analyzed.body.predictionId };
    expect((await ask(token, about)).status).toBe(404);
    expect((await ask(other.token, about)).status).toBe(201);
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await ask(token)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it("attack: takes no markup, direction mark or foreign address", async () => {
    const { token } = await aMember();
    const refused = [
      { subject: "<b>x</b>" },
      { text: "<script>" },
      { page: "https://evil.example" },
      { page: "//e.example" },
    ];
    for (const field of refused)
      expect((await ask(token, { subject: "A", text: "B", ...field })).status).toBe(400);
    await ask(token, { subject: "A\u202eB\r\nBcc: x@example.com", text: "B" });
    expect((await own(token)).map(({ subject }) => subject)).toEqual(["AB Bcc: x@example.com"]);
  });

  it("is in the export, and goes with the account", async () => {
    const { token, password } = await aMember();
    const { id } = (await ask(token)).body;
    const exported = await call("POST", "/api/account/export", { token, body: { password } });
    expect(exported.body).toMatchObject({
      supportRequests: [{ id, subject: "A question", text: "Where is it?" }],
    });
    await call("POST", "/api/account/delete", { token, body: { confirmation: "DELETE", password } });
    const left = await env.DB.prepare("SELECT 1 FROM support_requests WHERE id = ?").bind(id).first();
    expect(left).toBeNull();
  });
});
