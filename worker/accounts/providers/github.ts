import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { loadOpenidClient, translateErrors, withoutRedirects } from "./openid.ts";
import type { SignInProvider } from "./port.ts";

const ISSUER = "https://github.com/login/oauth";
const API = "https://api.github.com";
const TIMEOUT_SECONDS = 10;

const userSchema = z.object({ id: z.number().int().positive(), name: z.string().max(1_000).nullish() });
const emailsSchema = z
  .array(z.object({ email: z.string().max(1_000), primary: z.boolean(), verified: z.boolean() }))
  .max(500);

/**
 * Returns sign-in with GitHub. GitHub's OAuth 2 has no ID token, so the person is read from GitHub's API. The
 * return address is GitHub's own, so codes of other providers are not accepted.
 */
export function githubProvider(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ask: Fetch,
): SignInProvider {
  const clientAndConfiguration = async () => {
    const client = await loadOpenidClient();
    const configuration = new client.Configuration(
      {
        issuer: ISSUER,
        authorization_endpoint: "https://github.com/login/oauth/authorize",
        token_endpoint: "https://github.com/login/oauth/access_token",
      },
      clientId,
      {},
      client.ClientSecretPost(clientSecret),
    );
    configuration.timeout = TIMEOUT_SECONDS;
    configuration[client.customFetch] = withoutRedirects(ask);
    return { client, configuration };
  };
  return {
    id: "github",
    name: "GitHub",
    addressOf: async (redirectUri, { state, verifier }, isConfirming) => {
      const { client, configuration } = await clientAndConfiguration();
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "read:user user:email",
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(isConfirming ? { prompt: "select_account" } : {}),
      });
      return address.href;
    },
    identify: async (returned, { state, verifier }) => {
      const { client, configuration } = await clientAndConfiguration();
      const { access_token: token } = await translateErrors(
        client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        }),
        ISSUER,
      );
      const read = async <Shape>(path: string, schema: z.ZodType<Shape>): Promise<Shape> => {
        const headers = new Headers({ accept: "application/vnd.github+json", "user-agent": "Beatcast" });
        const answer = await translateErrors(
          client.fetchProtectedResource(configuration, token, new URL(API + path), "GET", null, headers),
          API,
        );
        const body = schema.safeParse(await answer.json().catch(() => null));
        if (answer.ok && body.success) return body.data;
        throw new AppError("not_available", "GitHub does not answer at the moment. Please try again.");
      };
      const [user, emails] = await Promise.all([
        read("/user", userSchema),
        read("/user/emails?per_page=100", emailsSchema),
      ]);
      const main = emails.find(({ primary }) => primary);
      return {
        subject: String(user.id),
        email: main?.email ?? null,
        isEmailVerified: main?.verified ?? false,
        name: user.name ?? "",
      };
    },
  };
}
