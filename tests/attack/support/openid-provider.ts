import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import Provider from "oidc-provider";
import { CLIENT_ID, CLIENT_SECRET } from "./openid-settings.ts";

const KEY_ID = "of-the-tests";
const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });

type Claims = Record<string, unknown>;
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");

function signed(claims: Claims, key: KeyObject = own.privateKey): string {
  const text = `${part({ alg: "RS256", kid: KEY_ID, typ: "JWT" })}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

const anHour = 3_600;
const now = () => Math.floor(Date.now() / 1000);

/** Changes the ID token of a person whose name begins with the key. */
export const hostile: Record<string, (claims: Claims) => string> = {
  "wrong-nonce": (claims) => signed({ ...claims, nonce: "of another sign-in" }),
  "no-nonce": ({ nonce: _nonce, ...claims }) => signed(claims),
  "wrong-audience": (claims) => signed({ ...claims, aud: "another-client" }),
  "two-audiences": (claims) => signed({ ...claims, aud: [CLIENT_ID, "another-client"] }),
  "wrong-issuer": (claims) => signed({ ...claims, iss: "https://issuer.example" }),
  expired: (claims) => signed({ ...claims, iat: now() - 2 * anHour, exp: now() - anHour }),
  forged: (claims) => signed(claims, foreign.privateKey),
  unsigned: (claims) => `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`,
  "signed-with-the-secret": (claims) => {
    const text = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
    return `${text}.${createHmac("sha256", CLIENT_SECRET).update(text).digest("base64url")}`;
  },
};

/**
 * A certified OpenID provider at which everybody signs in with an address and any password. An address that begins
 * with `unverified` is not verified there, and the names of `hostile` get a false answer.
 */
export function serveOpenId(server: Server, issuer: string, appOrigin: string): void {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${appOrigin}/auth/return/oidc`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["of the tests alone"] },
    jwks: { keys: [{ ...own.privateKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" }] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Grant: 600,
      Session: 600,
    },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: accountId,
        email_verified: !accountId.startsWith("unverified"),
        name: "Grace Hopper",
      }),
    }),
  });
  provider.use(async (context, next) => {
    await next();
    const account = context.oidc?.entities.Account?.accountId ?? "";
    const twist = Object.entries(hostile).find(([name]) => account.startsWith(name))?.[1];
    const token = context.path === "/token" ? context.body?.id_token : undefined;
    if (!twist || !token || !context.body) return;
    context.body.id_token = twist(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  });
  server.on("request", provider.callback());
}

/** Listens before the product starts, because the product must know the address. */
export async function openIdServer(port = 0): Promise<{ server: Server; issuer: string }> {
  const server = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  return { server, issuer: `http://127.0.0.1:${typeof address === "object" ? address?.port : port}` };
}
