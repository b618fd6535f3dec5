import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { githubProvider } from "#accounts/providers/github.ts";

const checks = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };
const returnTo = "https://beatcast.test/auth/return/github";

type Answers = Record<string, () => Response>;
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const honest: Answers = {
  "https://github.com/login/oauth/access_token": json({
    access_token: "gho_of_the_tests",
    token_type: "bearer",
    scope: "read:user,user:email",
  }),
  "https://api.github.com/user": json({ id: 583231, login: "octocat", name: "The Octocat" }),
  "https://api.github.com/user/emails?per_page=100": json([
    { email: "old@example.com", primary: false, verified: true, visibility: null },
    { email: "octocat@example.com", primary: true, verified: true, visibility: "private" },
  ]),
};

/** Answers like GitHub and records the requests. */
function github(answers: Answers = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const provider = githubProvider({ clientId: "the-app", clientSecret: "its secret" }, async (url, init) => {
    asked.push({ url, init });
    const answer = { ...honest, ...answers }[url];
    if (!answer) throw new Error(`Nobody asks for ${url}.`);
    return answer();
  });
  return { provider, asked };
}

const returned = (query: Record<string, string> = {}) =>
  new URL(`${returnTo}?${new URLSearchParams({ code: "a-code", state: checks.state, ...query })}`);

describe("sign-in with GitHub", () => {
  it("sends the person there with state and PKCE, and asks for the verified addresses", async () => {
    const { provider } = github();
    const address = new URL(await provider.addressOf(returnTo, checks, false));
    expect(address.origin + address.pathname).toBe("https://github.com/login/oauth/authorize");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: "the-app",
      redirect_uri: returnTo,
      response_type: "code",
      scope: "read:user user:email",
      state: checks.state,
      code_challenge: createHash("sha256").update(checks.verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    const again = new URL(await provider.addressOf(returnTo, checks, true));
    expect(again.searchParams.get("prompt")).toBe("select_account");
  });

  it("takes number, name and the main address, where GitHub has verified it", async () => {
    const { provider, asked } = github();
    expect(await provider.identify(returned(), checks)).toEqual({
      subject: "583231",
      email: "octocat@example.com",
      isEmailVerified: true,
      name: "The Octocat",
    });
    const sent = new URLSearchParams(String(asked[0]?.init.body));
    expect(Object.fromEntries(sent)).toMatchObject({
      code: "a-code",
      code_verifier: checks.verifier,
      redirect_uri: returnTo,
      client_id: "the-app",
      client_secret: "its secret",
    });
    for (const { init } of asked) expect(init.redirect).toBe("manual");
    const headers = new Headers(asked[1]?.init.headers);
    expect([headers.get("authorization"), headers.get("user-agent")]).toEqual([
      "Bearer gho_of_the_tests",
      "Beatcast",
    ]);
  });

  it.each([
    ["not verified", [{ email: "new@example.com", primary: true, verified: false }], "new@example.com"],
    ["none", [], null],
    ["only a second one", [{ email: "old@example.com", primary: false, verified: true }], null],
  ])("says so where the main address is %s", async (_, emails, email) => {
    const { provider } = github({ "https://api.github.com/user/emails?per_page=100": json(emails) });
    expect(await provider.identify(returned(), checks)).toMatchObject({ email, isEmailVerified: false });
  });

  const refusal = { code: "invalid_credentials" };
  it.each([
    ["attack: a code that was used", { error: "bad_verification_code", error_description: "expired" }],
    ["attack: no token", {}],
    ["attack: a token of another kind", { access_token: "x", token_type: "mac" }],
  ])("%s signs nobody in", async (_, body) => {
    const quiet = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const { provider, asked } = github({ "https://github.com/login/oauth/access_token": json(body) });
    await expect(provider.identify(returned(), checks)).rejects.toMatchObject(refusal);
    expect(asked).toHaveLength(1);
    quiet.mockRestore();
  });

  it.each<Record<string, string>>([{ state: "t".repeat(43) }, { iss: "https://issuer.example" }])(
    "attack: an answer with %o is refused before the code is sent anywhere",
    async (query) => {
      const quiet = vi.spyOn(console, "log").mockImplementation(() => undefined);
      const { provider, asked } = github();
      await expect(provider.identify(returned(query), checks)).rejects.toMatchObject(refusal);
      expect(asked).toHaveLength(0);
      quiet.mockRestore();
    },
  );

  it("says that GitHub is away, and not that the person is wrong", async () => {
    const quiet = vi.spyOn(console, "log").mockImplementation(() => undefined);
    for (const answers of [
      { "https://api.github.com/user": json({ message: "oops" }, 502) },
      { "https://api.github.com/user": () => new Response("<html>") },
    ])
      await expect(github(answers).provider.identify(returned(), checks)).rejects.toMatchObject({
        code: "not_available",
      });
    quiet.mockRestore();
  });
});
