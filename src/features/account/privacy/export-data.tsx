import { saveFile } from "#lib/browser.ts";
import { useUser } from "#lib/session.tsx";
import { countUse } from "#lib/session-api.ts";
import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Download } from "#ui/icons.tsx";
import { exportData } from "../api.ts";
import { PasswordStep } from "../password-step.tsx";
import { useRecentPassword } from "../use-recent-password.ts";

/** All stored data of the person as one file. Asks for the password when the sign-in is not recent. */
export function ExportData() {
  const user = useUser();
  const password = useRecentPassword({
    title: "Export Failed",
    fallback: "Failed to export your data. Please try again.",
  });
  const end = {
    success: {
      title: "Export Started",
      description: "Your file is being downloaded. You'll receive an email when it is ready.",
    },
    onSuccess: ({ name, file }: { name: string; file: Blob }) => {
      countUse(user.privacyPreferences, { kind: "feature", name: "export" });
      saveFile(name, file);
      password.stopAsking();
    },
  };
  const { isPending, run } = useAction({
    ...end,
    call: () => exportData(),
    ...password.action,
  });

  return (
    <Card aria-labelledby="export-title">
      <CardHeader
        id="export-title"
        icon={<Download />}
        title="Export Your Data"
        description="One JSON file with everything we store about you."
      />
      <Button variant="secondary" isLoading={isPending} onClick={() => run()}>
        {isPending ? "Exporting..." : "Export Data"}
      </Button>
      {password.isAsked && (
        <Dialog isOpen onClose={password.stopAsking} title="Export your data">
          <PasswordStep
            text="You signed in a while ago, so please enter your password first."
            button={{ label: "Export", pendingLabel: "Exporting..." }}
            onCancel={password.stopAsking}
            call={(typed) => exportData(typed.password)}
            {...end}
          />
        </Dialog>
      )}
    </Card>
  );
}
