import { useEffect, useRef } from "react";
import { useSession } from "#lib/session.tsx";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { confirmEmail } from "./api.ts";

/**
 * Opened by the mailed link. Signed in with an address to confirm, it confirms at once; anyone else is asked first,
 * because a stranger may have created the account.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, isLoading, refreshUser } = useSession();
  const isOwn = user !== null && !user.isEmailVerified;
  const { run, isSuccess, isPending, message } = useAction({
    call: () => confirmEmail(token),
    failure: { fallback: "Please try again in a moment." },
    refresh: async () => user && refreshUser(),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || !isOwn) return;
    isSent.current = true;
    run();
  }, [run, isOwn]);

  return (
    <div className="flex flex-col gap-5">
      <h1 className="heading-1">Confirm your email address</h1>
      {isSuccess ? (
        <Notice tone="success" title="Address confirmed" isAnnounced>
          Thank you. There is nothing more to do.
        </Notice>
      ) : message ? (
        <Notice tone="danger" title="This did not work" isAnnounced>
          {message}
        </Notice>
      ) : !isOwn && !isLoading && !isPending ? (
        <>
          <p className="text-pretty">
            Did you create a Beatcast account with this address? If not, someone else knows its password, so
            do not confirm it. You can{" "}
            <a href="/auth/forgot-password" className="link">
              set a password of your own
            </a>{" "}
            and make the account yours.
          </p>
          <Button size="lg" isWide onClick={() => run()}>
            Yes, confirm the address
          </Button>
        </>
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
