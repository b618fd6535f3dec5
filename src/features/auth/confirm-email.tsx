import { useEffect, useRef, useState } from "react";
import { RequestError } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { useAction } from "#lib/use-action.ts";
import { useForm } from "#lib/use-form.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/loading.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { confirmEmail } from "./api.ts";
import { NewPasswordFields, passwordPairError, readPasswordPair } from "./auth-frame.tsx";
import { SignInForm, TwoFactorForm } from "./sign-in.tsx";

/**
 * Confirms the email address of an emailed link. It works only in the account's own session, because a stranger
 * may have created the account; anyone else signs in or sets a new password.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, isLoading, refreshUser } = useSession();
  const { run, isSuccess, error, message } = useAction({
    call: () => confirmEmail({ token }),
    failure: { fallback: "Please try again in a moment." },
    refresh: async () => user && refreshUser(),
  });
  const sentFor = useRef<string | null | undefined>(undefined);
  const reader = user?.id ?? null;
  useEffect(() => {
    if (isLoading || sentFor.current === reader) return;
    sentFor.current = reader;
    run();
  }, [run, isLoading, reader]);
  const code = error instanceof RequestError ? error.body?.code : null;
  const isOld = code === "invalid_link" && user?.isEmailVerified;

  return (
    <div className="flex flex-col gap-5">
      <h1 className="heading-1">Confirm your email address</h1>
      {isSuccess ? (
        <Notice tone="success" title="Address confirmed" isAnnounced>
          Thank you. There is nothing more to do.
        </Notice>
      ) : code === "conflict" || isOld ? (
        <Notice tone="success" title="Already confirmed" isAnnounced>
          This address is confirmed. There is nothing to do.
        </Notice>
      ) : code === "confirmation_required" ? (
        <WhoseAddress token={token} isOtherAccount={user !== null} />
      ) : message ? (
        <Notice tone="danger" title="This did not work" isAnnounced>
          {message}
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> Confirming...
        </p>
      )}
      <LinkButton href={user ? "/account" : "/auth"} variant="ghost">
        {user ? "To your account" : "To the sign-in"}
      </LinkButton>
    </div>
  );
}

const ways = [
  { value: "signin", label: "Sign In" },
  { value: "password", label: "New Password" },
] as const;
type Way = (typeof ways)[number]["value"];

function WhoseAddress({ token, isOtherAccount }: { token: string; isOtherAccount: boolean }) {
  const [way, setWay] = useState<Way>(isOtherAccount ? "password" : "signin");
  const [ticket, setTicket] = useState<string | null>(null);
  if (ticket) return <TwoFactorForm ticket={ticket} onBack={() => setTicket(null)} />;
  if (isOtherAccount)
    return (
      <>
        <p className="text-pretty">
          This link belongs to another account than the one you are signed in to. Sign out and in to that one
          to confirm its address, or set a new password for it.
        </p>
        <NewPassword token={token} />
      </>
    );
  return (
    <>
      <p className="text-pretty">
        Sign in to confirm the address. If you did not create the account, set a new password: the account
        becomes yours alone.
      </p>
      <Tabs label="Confirm the address" tabs={ways} value={way} onChange={setWay}>
        <TabPanel value="signin">
          <SignInForm onTwoFactor={setTicket} />
        </TabPanel>
        <TabPanel value="password">
          <NewPassword token={token} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const { isPending, isSuccess, errorOf, message, onSubmit } = useForm({
    read: readPasswordPair,
    check: passwordPairError,
    call: ({ password }) => confirmEmail({ token, password }),
    failure: { fallback: "The link may have expired. Please ask for a new one." },
  });
  if (isSuccess)
    return (
      <Notice tone="success" title="The account is yours" isAnnounced>
        The address is confirmed. Sign in with your new password; everyone else has been signed out.
      </Notice>
    );
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <NewPasswordFields label="New Password" errorOf={errorOf} />
      <p className="text-pretty text-muted text-sm">
        This ends every session of the account, turns two-factor authentication off, and clears its profile,
        settings, watchlist, API keys and webhooks.
      </p>
      <ActionFailure message={message} />
      <Button type="submit" size="lg" isWide isLoading={isPending}>
        {isPending ? "Saving..." : "Save the password"}
      </Button>
    </form>
  );
}
