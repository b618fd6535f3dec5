import type { ProviderId } from "#contract/sign-in-ways.ts";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { answered, type ClientSettings, discovered, openidClient } from "./openid.ts";
import type { SignInProvider } from "./port.ts";

/** `prompt` makes the issuer ask a signed-in person: Google knows `select_account` alone. */
type OidcSettings = ClientSettings & {
  id: ProviderId;
  name: string;
  prompt: "login" | "select_account";
};

/** Authorization code flow with PKCE, state and nonce. */
export function oidcProvider(settings: OidcSettings, ask: Fetch): SignInProvider {
  const { id, name, issuer, prompt } = settings;
  return {
    id,
    name,
    addressOf: async (redirectUri, { state, nonce, verifier }, isConfirming) => {
      const [client, configuration] = [await openidClient(), await discovered(settings, ask)];
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        ...{ state, nonce },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(isConfirming ? { prompt } : {}),
      });
      return address.href;
    },
    identify: async (returned, { state, nonce, verifier }) => {
      const [client, configuration] = [await openidClient(), await discovered(settings, ask)];
      const tokens = await answered(
        client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }),
        issuer,
      );
      const claims = tokens.claims();
      const subject = claims?.sub ?? "";
      // A scope's claims may stand at the user info alone (OpenID Connect Core, 5.4).
      const said =
        claims?.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await answered(client.fetchUserInfo(configuration, tokens.access_token, subject), issuer)
          : claims;
      const { email, email_verified: isVerified, name: fullName } = said ?? {};
      return {
        subject,
        email: typeof email === "string" ? email : null,
        isEmailVerified: isVerified === true,
        name: typeof fullName === "string" ? fullName : "",
      };
    },
  };
}
