import { lazy, Suspense, useState } from "react";
import type { TwoFactorEnrolment } from "#contract/security.ts";
import { downloadFile } from "#lib/browser.ts";
import { useSession } from "#lib/session.tsx";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { TextField } from "#ui/field.tsx";
import { Download } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { Notice } from "#ui/notice.tsx";
import { enableTwoFactor, enrolTwoFactor } from "../api.ts";
import { PasswordStep } from "../password-step.tsx";

const QrCode = lazy(async () => ({ default: (await import("#ui/qr-code.tsx")).QrCode }));

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
          text="Please confirm first that it is you. Turning it on signs you out everywhere else."
          button={{ label: "Continue", pendingLabel: "Checking..." }}
          onCancel={onClose}
          call={({ password }) => enrolTwoFactor(password)}
          onSuccess={setEnrolment}
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
  const { isPending, errorOf, onSubmit } = useForm({
    read: (entry) => entry("code").replace(/\s/g, ""),
    check: (code) =>
      /^\d{6}$/.test(code) ? null : { fields: { code: "Please enter the 6 digits shown in the app." } },
    call: enableTwoFactor,
    success: {
      title: "2FA enabled",
      description: "Signing in now asks for a code from your authenticator app, or for a passkey.",
    },
    failure: { fallback: "Please check the code and try again." },
    fieldOf: () => "code",
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
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
        error={errorOf("code")}
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

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title="These codes are shown once">
        Each signs you in once when you do not have your authenticator app. Keep them where nobody else can
        find them.
      </Notice>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton
          text={text}
          then="Keep the codes in a safe place."
          otherwise="Please write the codes down."
        />
        <Button
          variant="secondary"
          onClick={() =>
            downloadFile("beatcast-recovery-codes.txt", new Blob([text], { type: "text/plain" }))
          }
        >
          <Download /> Download
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}
