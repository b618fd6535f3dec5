import type { ProviderId } from "#contract/sign-in-methods.ts";

export type Identity = {
  /** Stays the same when the address changes. */
  subject: string;
  email: string | null;
  /** What the provider says about the address. */
  isEmailVerified: boolean;
  name: string;
};

/** Created anew for each sign-in. */
type ProviderChecks = { state: string; nonce: string; verifier: string };

export type SignInProvider = {
  id: ProviderId;
  name: string;
  /** `isConfirming` makes the provider ask the person even if signed in. Throws `not_available`. */
  addressOf: (redirectUri: string, checks: ProviderChecks, isConfirming: boolean) => Promise<string>;
  /**
   * Throws `forbidden` when the person declined, `not_available` when the provider does not answer, and
   * `invalid_credentials` for a wrong answer.
   */
  identify: (returned: URL, checks: ProviderChecks) => Promise<Identity>;
};
