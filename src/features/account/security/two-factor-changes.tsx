import { useState } from "react";
import { recoveryCodesResponseSchema } from "#contract/security.ts";
import { apiFetch } from "#lib/api.ts";
import { send } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { Dialog } from "#ui/dialog.tsx";
import { PasswordStep } from "../password-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Turns the second factor off after password and code. */
export function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const { refreshUser } = useSession();
  return (
    <Dialog isOpen onClose={onClose} title="Turn off two-factor authentication?">
      <PasswordStep
        text="From then on your password alone signs you in. Your recovery codes stop working."
        action={{ label: "Turn off", pendingLabel: "Turning off...", variant: "danger" }}
        onCancel={onClose}
        asksForCode
        onPassword={async (password, code) => {
          await send("/api/auth/two-factor/disable", { method: "POST", body: { password, code } });
          await refreshUser();
          onClose();
          showToast({
            tone: "success",
            title: "2FA disabled",
            description: "A sign-in no longer asks for a code.",
          });
        }}
      />
    </Dialog>
  );
}

/** Makes new recovery codes after password and code; the old ones stop working. */
export function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog isOpen onClose={onClose} isAlert={codes !== null} title="New recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          text="Ten new codes take the place of the old ones."
          action={{ label: "Make new codes", pendingLabel: "Making..." }}
          onCancel={onClose}
          asksForCode
          onPassword={async (password, code) => {
            const path = "/api/auth/two-factor/recovery-codes";
            const body = { password, code };
            setCodes(
              (await apiFetch(recoveryCodesResponseSchema, path, { method: "POST", body })).recoveryCodes,
            );
          }}
        />
      )}
    </Dialog>
  );
}
