import { useQuery } from "@tanstack/react-query";
import type { GuestOffer } from "#contract/subscription.ts";
import { guestOffersQuery, useOfferAnswer } from "#lib/subscription.ts";
import { ActionFailure } from "#ui/action-failure.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { CreditCard } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

export function GuestOffers() {
  const { data } = useQuery(guestOffersQuery());
  return data?.offers.map((offer) => <Offer key={offer.checkoutId} offer={offer} />);
}

function Offer({ offer }: { offer: GuestOffer }) {
  const answer = useOfferAnswer(offer, {
    success: (_, given) => ({
      title: "Subscription Updated",
      description:
        given === "accept"
          ? `You are on the ${offer.planName} plan now.`
          : "You declined the plan. Your account is unchanged.",
    }),
    failure: { fallback: "The plan could not be moved. Please try again." },
  });
  const titleId = `offer-${offer.checkoutId}`;

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        id={titleId}
        icon={<CreditCard className="size-5" />}
        title={`Someone paid for a ${offer.planName} plan with your email address`}
        description={`Whoever paid was not signed in and gave ${offer.email}. If it was you, or was meant for you, accept it and the plan moves to this account. If you decline, it stays with whoever paid.`}
      />
      {offer.obstacle && <Notice tone="warn">{offer.obstacle}</Notice>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          isLoading={answer.pending === "accept"}
          disabled={answer.isPending || offer.obstacle !== null}
          onClick={() => answer.run("accept")}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          isLoading={answer.pending === "decline"}
          disabled={answer.isPending}
          onClick={() => answer.run("decline")}
        >
          Decline
        </Button>
        <ActionFailure message={answer.message} />
      </div>
    </Card>
  );
}
