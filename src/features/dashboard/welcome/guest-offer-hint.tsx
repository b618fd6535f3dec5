import { useQuery } from "@tanstack/react-query";
import { guestOffersQuery } from "#lib/guest-offers.ts";
import { useUser } from "#lib/session.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

/** Says that somebody paid for a plan with the person's address, which waits for an answer under Billing. */
export function GuestOfferHint() {
  const { isEmailVerified } = useUser();
  const { data } = useQuery({ ...guestOffersQuery(), enabled: isEmailVerified });
  const [offer] = data?.offers ?? [];
  if (!offer) return null;
  return (
    <Notice
      title={`Somebody paid for a ${offer.planName} plan with your address`}
      action={
        <LinkButton href="/account?tab=billing" variant="secondary" size="sm">
          Review
        </LinkButton>
      }
    >
      Accept it or decline it under Billing. Your account is unchanged until then.
    </Notice>
  );
}
