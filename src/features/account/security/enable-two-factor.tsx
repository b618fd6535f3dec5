import { type FormEvent, lazy, Suspense, useState } from "react";
import {
  recoveryCodesResponseSchema,
  type TwoFactorEnrolment,
  twoFactorEnrolmentSchema,
} from "#contract/security.ts";
import { apiFetch } from "#lib/api.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PasswordStep } from "../password-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const QrCode = lazy(async () => ({ default: (await import("#ui/qr-code.tsx")).QrCode }));

/** Sets up the second factor: the password, the key for the authenticator, a first code, the recovery codes. */
export function EnableTwoFactor({ onClose }: { onClose: () => void }) {
  const { refreshUser } = useSession();
  const [enrolment, setEnrolment] = useState<TwoFactorEnrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function finish() {
    onClose();
    await refreshUser();
  }

  return (
    <Dialog
      isOpen
      onClose={() => void (codes ? finish() : onClose())}
      isAlert={enrolment !== null}
      title={codes ? "Your recovery codes" : "Set up two-factor authentication"}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => void finish()} />
      ) : enrolment ? (
        <ConfirmCode enrolment={enrolment} onCodes={setCodes} onCancel={onClose} />
      ) : (
        <PasswordStep
          text="Please enter your password first. Your other sessions end once it is on."
          action={{ label: "Continue", pendingLabel: "Checking..." }}
          onCancel={onClose}
          onPassword={async (password) =>
            setEnrolment(
              await apiFetch(twoFactorEnrolmentSchema, "/api/auth/two-factor/enroll", {
                method: "POST",
                body: { password },
              }),
            )
          }
        />
      )}
    </Dialog>
  );
}

type ConfirmCodeProps = {
  enrolment: TwoFactorEnrolment;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
};

function ConfirmCode({ enrolment, onCodes, onCancel }: ConfirmCodeProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").replace(/\s/g, "");
    if (!/^\d{6}$/.test(code)) return setError("Please enter the 6 digits that the app shows.");
    setIsPending(true);
    try {
      const path = "/api/auth/two-factor/enable";
      const body = { code };
      onCodes((await apiFetch(recoveryCodesResponseSchema, path, { method: "POST", body })).recoveryCodes);
      showToast({
        tone: "success",
        title: "2FA enabled",
        description: "A sign-in now asks for a code of your authenticator app.",
      });
    } catch (failure) {
      setError(messageOf(failure, "Please check the code and try again."));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">Scan this with your authenticator app, or type the key into it.</p>
      <div className="flex flex-wrap items-center gap-4">
        <Suspense fallback={<Skeleton className="size-52" />}>
          <QrCode text={enrolment.otpauthUri} label="QR code for your authenticator app" />
        </Suspense>
        <div className="min-w-0 flex-1 basis-44">
          <p className="text-sm text-muted">Key</p>
          <p data-testid="two-factor-key" className="font-mono text-sm">
            {enrolment.secret.match(/.{1,4}/g)?.join(" ")}
          </p>
        </div>
      </div>
      <TextField
        label="Authentication code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        className="figures"
        autoFocus
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isLoading={isPending}>
          {isPending ? "Checking..." : "Confirm"}
        </Button>
      </div>
    </form>
  );
}
