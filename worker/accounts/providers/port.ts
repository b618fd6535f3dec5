import type { ProviderId } from "#contract/sign-in-ways.ts";

/** Of whoever has just signed in there. */
export type Identity = {
  /** It stays when the address changes. */
  subject: string;
  email: string | null;
  /** By the provider's own word. */
  isEmailVerified: boolean;
  name: string;
};

/** Made anew for each question, used once. */
type ProviderChecks = { state: string; nonce: string; verifier: string };

export type SignInProvider = {
  id: ProviderId;
  name: string;
  /** `isConfirming` asks the person there even if signed in. Throws `not_available`. */
  addressOf: (redirectUri: string, checks: ProviderChecks, isConfirming: boolean) => Promise<string>;
  /**
   * Throws `forbidden` where the person declined, `not_available` without an answer, `invalid_credentials`
   * for one that does not hold.
   */
  identify: (returned: URL, checks: ProviderChecks) => Promise<Identity>;
};
