import { useNavigate } from "react-router";
import { passwordLengthError } from "#contract/password.ts";
import type { GuestOffer } from "#contract/subscription.ts";
import { RequestError } from "#lib/request.ts";
import { useSession, useUser } from "#lib/session.tsx";
import { useOfferAnswer } from "#lib/subscription.ts";
import { type FormError, useForm } from "#lib/use-form.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { setUpPassword } from "./api.ts";
import { NewPasswordFields, type PasswordPair, passwordPairError, readPasswordPair } from "./auth-frame.tsx";

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

type SetupPasswordProps = {
  email: string;
  /** The secret of the emailed link. It is missing in the browser that paid, which has a cookie instead. */
  secret?: string;
  onSignInInstead: () => void;
  onSetUp: () => void;
};

export function SetupPassword({ email, secret, onSignInInstead, onSetUp }: SetupPasswordProps) {
  const { setSession } = useSession();
  const navigate = useNavigate();
  const { isPending, errorOf, onSubmit } = useForm({
    read: readPasswordPair,
    check: refusalOf,
    call: ({ password }) => setUpPassword({ email, password, secret }),
    success: { title: "Password Set!", description: "Your account is ready." },
    failure: {
      title: "Setup Failed",
      fallback: (error) => (error instanceof RequestError ? "Failed to set password" : "Please try again."),
    },
    onSuccess: (opened) => {
      onSetUp();
      setSession(opened);
      navigate("/dashboard", { replace: true });
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <div className="mb-2">
        <h1 className="heading-1">Complete Your Account</h1>
        <p className="mt-1 text-muted">Your payment is confirmed. Choose a password to finish.</p>
      </div>
      <TextField label="Email" name="email" type="email" value={email} readOnly autoComplete="username" />
      <NewPasswordFields label="Password" errorOf={errorOf} />
      <Button type="submit" size="lg" isWide isLoading={isPending}>
        {isPending ? "Setting up..." : "Complete Account Setup"}
      </Button>
      <Button variant="ghost" onClick={onSignInInstead}>
        Sign in instead
      </Button>
    </form>
  );
}

/**
 * Returns why the passwords cannot be sent, or null if they can. Passwords that differ or are too short are
 * also shown as toasts, as the specification prescribes.
 */
function refusalOf(pair: PasswordPair): FormError | null {
  const refusal = passwordPairError(pair);
  const { password, confirmPassword } = refusal?.fields ?? {};
  if (confirmPassword) return { ...refusal, title: "Password Mismatch", text: confirmPassword };
  const isShort = passwordLengthError(pair.password, "sign-up")?.code === "password_too_short";
  return isShort ? { ...refusal, title: "Password Too Short", text: password } : refusal;
}
