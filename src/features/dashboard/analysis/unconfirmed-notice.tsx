import { UNCONFIRMED_CALL_LIMIT } from "#contract/account.ts";
import { useUser } from "#lib/session.tsx";
import { ConfirmNotice } from "#widgets/confirm-notice.tsx";

/** Tells a free account that has had its analyses without a confirmed address how to go on. */
export function UnconfirmedNotice() {
  const { email, isEmailVerified, subscriptionTier, apiCallsUsed } = useUser();
  if (isEmailVerified || subscriptionTier !== "free" || apiCallsUsed < UNCONFIRMED_CALL_LIMIT) return null;
  return (
    <ConfirmNotice email={email} title="Confirm your email address to go on">
      A free account has {UNCONFIRMED_CALL_LIMIT} analyses before its address is confirmed. Open the link we
      mailed to {email}, then analyze again.
    </ConfirmNotice>
  );
}
