import type { ProviderId } from "#contract/sign-in-ways.ts";

/** What a provider says of whoever has just signed in there. */
export type Identity = {
  /** Their number there: it stays when the address changes. */
  subject: string;
  email: string | null;
  /** Only what the provider says to have verified. */
  isEmailVerified: boolean;
  name: string;
};

/** What ties the answer to the question: made anew for each, and used once. */
type ProviderChecks = { state: string; nonce: string; verifier: string };

/** A site at which people sign in for us. */
export type SignInProvider = {
  id: ProviderId;
  name: string;
  /** Where the browser goes. `isConfirming` asks the person there even if they are signed in. Throws `not_available`. */
  addressOf: (redirectUri: string, checks: ProviderChecks, isConfirming: boolean) => Promise<string>;
  /**
   * Exchanges what the browser came back with, at `returned`. Throws `forbidden` where the person declined, `not_available`
   * where the provider does not answer, and `invalid_credentials` where the answer does not hold.
   */
  identify: (returned: URL, checks: ProviderChecks) => Promise<Identity>;
};
