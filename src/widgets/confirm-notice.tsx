import { type ReactNode, useState } from "react";
import { messageOf, send } from "#lib/request.ts";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type ConfirmNoticeProps = { email: string; title: string; children: ReactNode };

/** Reminds of the mail that confirms the address, and sends it again. */
export function ConfirmNotice({ email, title, children }: ConfirmNoticeProps) {
  const [isPending, setIsPending] = useState(false);

  async function sendAgain() {
    setIsPending(true);
    try {
      await send("/api/auth/resend-confirmation", { method: "POST", body: {} });
      showToast({ tone: "success", title: "Mail sent", description: `Please look into ${email}.` });
    } catch (failure) {
      const description = messageOf(failure, "The mail could not be sent. Please try again.");
      showToast({ tone: "destructive", title: "Sending Failed", description });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Notice
      tone="info"
      title={title}
      action={
        <Button variant="secondary" size="sm" isLoading={isPending} onClick={() => void sendAgain()}>
          Send again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
