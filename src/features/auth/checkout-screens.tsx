import { LinkButton } from "#ui/button.tsx";
import { Warning } from "#ui/icons.tsx";
import { ScreenMessage } from "#ui/page-shell.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** While the payment is being confirmed. */
export function ProcessingSubscription() {
  return (
    <ScreenMessage
      icon={<Spinner className="size-7" />}
      title="Processing Your Subscription"
      text="Please wait while we confirm your payment. This takes a few seconds."
    />
  );
}

type SubscriptionProblemProps = {
  text: string;
  /** Offers the sign-in too: what is asked for may have been done already. */
  canSignIn?: boolean;
};

/** When it could not be. */
export function SubscriptionProblem({ text, canSignIn = false }: SubscriptionProblemProps) {
  return (
    <ScreenMessage
      icon={<Warning className="size-7" />}
      title="Subscription Error"
      text={text}
      action={
        <>
          {canSignIn && <LinkButton href="/auth">Sign In</LinkButton>}
          <LinkButton href="/" variant={canSignIn ? "secondary" : "primary"}>
            Return to Home
          </LinkButton>
        </>
      }
    />
  );
}
