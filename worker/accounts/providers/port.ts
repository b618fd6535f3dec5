import type { ProviderId } from "#contract/sign-in-methods.ts";

export type Identity = {
  /** Stays when the address changes. */
  subject: string;
  email: string | null;
  /** The provider's word. */
  isEmailVerified: boolean;
  name: string;
};

/** Made anew for each question. */
type ProviderChecks = { state: string; nonce: string; verifier: string };

export type SignInProvider = {
  id: ProviderId;
  name: string;
  /** `isConfirming` asks the person even if signed in. Throws `not_available`. */
  addressOf: (redirectUri: string, checks: ProviderChecks, isConfirming: boolean) => Promise<string>;
  /**
   * Throws `forbidden` where the person declined, `not_available` without an answer, `invalid_credentials`
   * for a wrong one.
   */
  identify: (returned: URL, checks: ProviderChecks) => Promise<Identity>;
};
