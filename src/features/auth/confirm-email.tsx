import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOf, send } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";

/**
 * What the mailed link opens. Signed in with an address to confirm, it takes the proof at once; any other browser is
 * asked first, because a stranger may have created the account and a click must not give it to them.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, isLoading, refreshUser } = useSession();
  const isOwn = user !== null && !user.isEmailVerified;
  const { mutate, isSuccess, isPending, error } = useMutation({
    mutationFn: () => send("/api/auth/confirm-email", { method: "POST", body: { token } }),
    onSuccess: () => (user ? refreshUser() : undefined),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || !isOwn) return;
    isSent.current = true;
    mutate();
  }, [mutate, isOwn]);

  return (
    <div className="flex flex-col gap-5">
      <h1 className="heading-1">Confirm your email address</h1>
      {isSuccess ? (
        <Notice tone="success" title="Address confirmed" isAnnounced>
          Thank you. There is nothing else to do.
        </Notice>
      ) : error ? (
        <Notice tone="danger" title="This did not work" isAnnounced>
          {messageOf(error, "Please try again in a moment.")}
        </Notice>
      ) : !isOwn && !isLoading && !isPending ? (
        <>
          <p className="text-pretty">
            Did you create a Beatcast account with this address? If you did not, somebody else knows its
            password: do not confirm it. You can{" "}
            <a href="/auth/forgot-password" className="link">
              set a password of your own
            </a>{" "}
            and have the account for yourself.
          </p>
          <Button size="lg" isWide onClick={() => mutate()}>
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
