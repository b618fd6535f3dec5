import type { Client, Incoming, Outgoing } from "./client.ts";
import type { Planned } from "./requests.ts";

export type Person = {
  email: string;
  password: string;
  token: string;
  cookie: string;
  userId: string;
  prediction: string;
  checkout: string;
  ticket: string;
  mailed: string;
};

let people = 0;

/** The person has a network of their own. Throws when refused. */
export async function newPerson(client: Client): Promise<Person> {
  people += 1;
  const email = `fuzz-${people}@example.com`;
  const password = "correct horse battery";
  const answer = await client.send({
    method: "POST",
    path: "/api/auth/signup",
    headers: {
      "content-type": "application/json",
      "cf-connecting-ip": `10.${people >> 8}.${people & 255}.1`,
    },
    body: Buffer.from(JSON.stringify({ email, password, fullName: "Ada" })),
  });
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`Signing up answered ${answer.status} ${answer.text} ${answer.fault ?? ""}`);
  const { token, user } = JSON.parse(answer.text) as { token: string; user: { id: string } };
  const cookie = /^[^;]+/.exec(answer.headers["set-cookie"] ?? "")?.[0] ?? "";
  return {
    email,
    password,
    token,
    cookie,
    userId: user.id,
    prediction: "prd_none",
    checkout: "none",
    ticket: "none",
    mailed: "none",
  };
}

export function addressed(planned: Planned, person: Person, bystander: Person, url: string): Outgoing {
  const values: Record<string, string> = {
    ...person,
    bystander: bystander.email,
    newEmail: `new-${people}-${planned.network}@example.com`,
  };
  const filled = (text: string, written: (value: string) => string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(values[name] ?? ""));
  const proof: Record<string, string> =
    planned.proof === "token"
      ? { authorization: `Bearer ${person.token}` }
      : planned.proof === "cookie"
        ? { cookie: person.cookie, origin: url }
        : {};
  return {
    method: planned.method,
    path: filled(planned.path, (value) => encodeURIComponent(value)),
    headers: { ...proof, "cf-connecting-ip": `192.0.2.${planned.network}`, ...planned.headers },
    body:
      planned.body === null
        ? null
        : Buffer.from(
            filled(planned.body, (value) => value),
            "utf8",
          ),
  };
}

export function learn(person: Person, { text }: Incoming): void {
  person.prediction = /"predictionId":"(\w+)"/.exec(text)?.[1] ?? person.prediction;
  person.checkout = /\/sandbox\/checkout\/([\w-]+)/.exec(text)?.[1] ?? person.checkout;
  person.ticket = /"ticket":"([^"]+)"/.exec(text)?.[1] ?? person.ticket;
}
