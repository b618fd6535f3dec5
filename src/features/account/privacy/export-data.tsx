import { useState } from "react";
import { messageOf, RequestError, send } from "#lib/request.ts";
import { saveFile } from "#lib/save-file.ts";
import { useUser } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { countUse } from "#lib/usage.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Download } from "#ui/icons.tsx";
import { PasswordStep } from "../password-step.tsx";

/** Everything we hold on the person as one file. The password is asked again when the sign-in is not recent. */
export function ExportData() {
  const [isPending, setIsPending] = useState(false);
  const [asksPassword, setAsksPassword] = useState(false);

  const user = useUser();

  async function take(password?: string) {
    const response = await send("/api/account/export", { method: "POST", body: { password } });
    const name = /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    showToast({
      tone: "success",
      title: "Export Started",
      description: "Your file is being downloaded. You'll receive an email when it is ready.",
    });
    countUse(user.privacyPreferences, { kind: "feature", name: "export" });
    saveFile(name ?? "beatcast-export.json", await response.blob());
  }

  async function start() {
    setIsPending(true);
    try {
      await take();
    } catch (failure) {
      if (asksForPassword(failure)) setAsksPassword(true);
      else
        showToast({
          tone: "destructive",
          title: "Export Failed",
          description: messageOf(failure, "Failed to export your data. Please try again."),
        });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Card aria-labelledby="export-title">
      <CardHeader
        id="export-title"
        icon={<Download />}
        title="Export Your Data"
        description="One JSON file with everything we hold on you."
      />
      <Button variant="secondary" isLoading={isPending} onClick={() => void start()}>
        {isPending ? "Exporting..." : "Export Data"}
      </Button>
      {asksPassword && (
        <Dialog isOpen onClose={() => setAsksPassword(false)} title="Export your data">
          <PasswordStep
            text="Your sign-in is some time ago, so please enter your password first."
            action={{ label: "Export", pendingLabel: "Exporting..." }}
            onCancel={() => setAsksPassword(false)}
            onPassword={async (password) => {
              await take(password);
              setAsksPassword(false);
            }}
          />
        </Dialog>
      )}
    </Card>
  );
}

/** Whether a call was refused because the password is wanted with it. */
export function asksForPassword(failure: unknown): boolean {
  return failure instanceof RequestError && failure.body?.fields?.password !== undefined;
}
