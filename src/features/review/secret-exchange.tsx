import type { SecretExchange } from "#contract/review.ts";
import { counted } from "#lib/numbers.ts";

/** How far an exchange of `AUTH_SECRET` is; nothing where none runs and nothing is lost. */
export function SecretExchangeText({ exchange }: { exchange: SecretExchange }) {
  const { olderSecrets, authenticators, recoveryCodes, webhookSecrets } = exchange;
  const unreadable = authenticators.unreadable + recoveryCodes.unreadable + webhookSecrets.unreadable;
  if (olderSecrets === 0 && unreadable === 0) return null;
  return (
    <section className="flex flex-col gap-2" aria-label="Exchange of the secret">
      <h2 className="heading-2">Exchange of the secret</h2>
      {olderSecrets > 0 && (
        <p className="text-pretty">
          AUTH_SECRET has {counted(olderSecrets, "older value")}. Still under one of them:{" "}
          {counted(authenticators.underOlder, "authenticator")} and{" "}
          {counted(recoveryCodes.underOlder, "unused recovery code")}.{" "}
          {webhookSecrets.underOlder > 0 &&
            `Signing secrets of webhooks too: ${webhookSecrets.underOlder}. The next retention job moves them.`}
        </p>
      )}
      {unreadable > 0 && (
        <p className="text-pretty">
          Under a value that AUTH_SECRET no longer has: {counted(authenticators.unreadable, "authenticator")}{" "}
          and {counted(recoveryCodes.unreadable, "unused recovery code")}.{" "}
          {webhookSecrets.unreadable > 0 && `Signing secrets of webhooks: ${webhookSecrets.unreadable}.`}{" "}
          Their owners cannot use them until it is back.
        </p>
      )}
    </section>
  );
}
