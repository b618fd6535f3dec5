import { useNavigate } from "react-router";
import type { GuestOffer } from "#contract/subscription.ts";
import { useSession, useUser } from "#lib/session.tsx";
import { useOfferAnswer } from "#lib/subscription.ts";
import { ActionFailure } from "#ui/action-failure.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type AcceptOfferProps = {
  offer: GuestOffer;
  secret?: string;
  onAccepted: () => void;
};

export function AcceptOffer({ offer, secret, onAccepted }: AcceptOfferProps) {
  const user = useUser();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const { isPending, message, run } = useOfferAnswer(offer, {
    secret,
    success: { title: "Subscription Updated", description: "Your new plan is active." },
    failure: { fallback: "Failed to process subscription" },
    onSuccess: () => {
      onAccepted();
      navigate("/dashboard", { replace: true });
    },
  });

  return (
    <>
      <div>
        <h1 className="heading-1 text-balance">Add this subscription to your account?</h1>
        <p className="mt-1 text-muted">Nothing changes until you decide.</p>
      </div>
      <dl className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
        <Fact label="Plan" value={offer.planName} />
        <Fact label="Paid for by" value={offer.email} />
        <Fact label="Your account" value={user.email} />
      </dl>
      {offer.obstacle ? (
        <Notice tone="warn" title="This account has a plan already">
          {offer.obstacle}
        </Notice>
      ) : (
        <Button size="lg" isWide isLoading={isPending} onClick={() => run("accept")}>
          {isPending ? "Adding..." : "Add to this account"}
        </Button>
      )}
      <ActionFailure message={message} />
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton href={offer.obstacle ? "/account?tab=billing" : "/dashboard"} variant="secondary">
          {offer.obstacle ? "Open your billing" : "Not now"}
        </LinkButton>
        <Button variant="ghost" disabled={isPending} onClick={() => void signOut()}>
          Use another account
        </Button>
      </div>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words font-medium">{value}</dd>
    </div>
  );
}
