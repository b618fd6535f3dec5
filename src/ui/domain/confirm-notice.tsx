import type { ReactNode } from "react";
import { resendConfirmation } from "#lib/session-api.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "../button.tsx";
import { ActionFailure, Notice } from "../notice.tsx";

type ConfirmNoticeProps = { email: string; title: string; children: ReactNode };

export function ConfirmNotice({ email, title, children }: ConfirmNoticeProps) {
  const { isPending, run, message } = useAction({
    call: resendConfirmation,
    success: { title: "Email sent", description: `Please check the inbox of ${email}.` },
    failure: { fallback: "The email could not be sent. Please try again." },
  });

  return (
    <Notice
      tone="info"
      title={title}
      action={
        <Button variant="secondary" size="sm" isLoading={isPending} onClick={() => run()}>
          Send again
        </Button>
      }
    >
      {children} <OutboxLink />
      <ActionFailure message={message} />
    </Notice>
  );
}

/** Links to the page with the emails that would have been sent, which exists only in development. */
export function OutboxLink() {
  const { outbox } = document.body.dataset;
  if (!outbox) return null;
  return (
    <a href={outbox} className="link">
      Open the email (development)
    </a>
  );
}
