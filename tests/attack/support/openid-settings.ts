export const CLIENT_ID = "beatcast";
export const CLIENT_SECRET = "a secret that both sides of the tests know";

/** Returns the product's settings for the tests' provider. */
export function openIdSettings(issuer: string): Record<string, string> {
  return {
    SIGN_IN_OIDC_ISSUER: issuer,
    SIGN_IN_OIDC_NAME: "Example",
    SIGN_IN_OIDC_CLIENT_ID: CLIENT_ID,
    SIGN_IN_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  };
}
