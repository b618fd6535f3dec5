import { useState } from "react";
import type { User } from "#contract/account.ts";
import { useSession } from "#lib/session.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Switch } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ConfirmNotice } from "#ui/domain/confirm-notice.tsx";
import { ShieldCheck } from "#ui/icons.tsx";
import { disableTwoFactor, renewRecoveryCodes } from "../api.ts";
import { PasswordStep } from "../password-step.tsx";
import { EnableTwoFactor, RecoveryCodes } from "./enable-two-factor.tsx";

type Step = "enable" | "disable" | "renew" | null;

export function TwoFactor({ user }: { user: User }) {
  const isOn = user.isTwoFactorEnabled;
  const isPossible = isOn || user.isEmailVerified;
  const [step, setStep] = useState<Step>(null);
  const close = () => setStep(null);
  return (
    <Card aria-labelledby="two-factor-title">
      <CardHeader
        id="two-factor-title"
        icon={<ShieldCheck />}
        title="Two-Factor Authentication"
        aside={<Badge tone={isOn ? "positive" : "neutral"}>{isOn ? "Enabled" : "Disabled"}</Badge>}
      />
      <Switch
        label="Ask for a code when signing in"
        hint="An authenticator app on your phone shows a new code every 30 seconds. A passkey of yours does as well."
        checked={isOn}
        disabled={!isPossible}
        onChange={(wanted) => setStep(wanted ? "enable" : "disable")}
      />
      {!isPossible && (
        <div className="mt-4">
          <ConfirmNotice email={user.email} title="Confirm your email address first">
            We sent you a link. Two-factor authentication needs a confirmed address.
          </ConfirmNotice>
        </div>
      )}
      {isOn && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={() => setStep("renew")}>
          New recovery codes
        </Button>
      )}
      {step === "enable" && <EnableTwoFactor onClose={close} />}
      {step === "disable" && <DisableTwoFactor onClose={close} />}
      {step === "renew" && <RenewRecoveryCodes onClose={close} />}
    </Card>
  );
}

function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const { refreshUser } = useSession();
  return (
    <Dialog isOpen onClose={onClose} title="Turn off two-factor authentication?">
      <PasswordStep
        text="From then on signing in asks for no code. Your recovery codes stop working."
        button={{ label: "Turn off", pendingLabel: "Turning off...", variant: "danger" }}
        onCancel={onClose}
        asksForCode
        call={disableTwoFactor}
        success={{ title: "2FA disabled", description: "Signing in no longer asks for a code." }}
        refresh={refreshUser}
        onSuccess={onClose}
      />
    </Dialog>
  );
}

function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog isOpen onClose={onClose} isAlert={codes !== null} title="New recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          text="Ten new codes replace the old ones."
          button={{ label: "Make new codes", pendingLabel: "Making..." }}
          onCancel={onClose}
          asksForCode
          call={renewRecoveryCodes}
          onSuccess={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      )}
    </Dialog>
  );
}
