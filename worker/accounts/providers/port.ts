import type { ProviderId } from "#contract/sign-in-methods.ts";

export type Identity = {
  /** The person's id at the provider. It stays the same when their email address changes. */
  subject: string;
  email: string | null;
  /** Whether the provider has verified the address. */
  isEmailVerified: boolean;
  name: string;
};

/** Random values that tie the provider's response to one sign-in. New ones are created for each sign-in. */
type ProviderChecks = { state: string; nonce: string; verifier: string };

export type SignInProvider = {
  id: ProviderId;
  name: string;
  /**
   * Returns the address at the provider to which the browser is sent. `isConfirming` makes the provider ask
   * even a person who is signed in there. Throws `not_available`.
   */
  addressOf: (redirectUri: string, checks: ProviderChecks, isConfirming: boolean) => Promise<string>;
  /**
   * Returns who signed in, given the address with which the browser came back. Throws `forbidden` when the
   * person declined, `not_available` when the provider does not answer, and `invalid_credentials` when its
   * response is not valid.
   */
  identify: (returned: URL, checks: ProviderChecks) => Promise<Identity>;
};
