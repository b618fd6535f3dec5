import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOf, send } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** What the mailed link opens: takes the proof at once, signed in or not. */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, refreshUser } = useSession();
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => send("/api/auth/confirm-email", { method: "POST", body: { token } }),
    onSuccess: () => (user ? refreshUser() : undefined),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);

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
