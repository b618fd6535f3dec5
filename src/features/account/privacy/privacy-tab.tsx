import type { User } from "#contract/account.ts";
import type { PrivacyPreferences } from "#contract/preferences.ts";
import { downloadFile } from "#lib/browser.ts";
import { useSession, useUser } from "#lib/session.tsx";
import { trackUsage } from "#lib/session-api.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Document, Download, Shield } from "#ui/icons.tsx";
import { exportData, savePrivacyPreferences } from "../api.ts";
import { PasswordStep, useRecentPassword } from "../password-step.tsx";
import { NotOffered, SwitchList, type SwitchTexts, useSavePreferences } from "../preferences.tsx";
import { DeleteAccount } from "./delete-account.tsx";

export default function PrivacyTab() {
  const { user } = useSession();
  return user ? <PrivacySettings user={user} /> : <p>User information not available</p>;
}

function PrivacySettings({ user }: { user: User }) {
  const { flags, change, save, isPending } = useSavePreferences(user.privacyPreferences, {
    call: savePrivacyPreferences,
    success: {
      title: "Privacy Settings Updated",
      description: "Your privacy settings have been saved.",
    },
    failedText: "Failed to update your privacy settings. Please try again.",
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <SwitchList
          id="privacy-title"
          title="Privacy Settings"
          icon={<Shield />}
          items={usageSwitches}
          flags={flags}
          onChange={change}
        />
        <Button className="self-start" isLoading={isPending} onClick={save}>
          {isPending ? "Saving..." : "Save Privacy Settings"}
        </Button>
        <NotOffered id="privacy-not-offered" items={unsupportedPrivacyOptions} />
      </div>
      <div className="flex flex-col gap-6">
        <ExportData />
        <Card aria-labelledby="policy-title">
          <CardHeader
            id="policy-title"
            icon={<Document />}
            title="Privacy Information"
            description="What we collect, why, how long we keep it, and your rights."
          />
          <div className="flex flex-wrap gap-3">
            <LinkButton href="/privacy" variant="secondary" size="sm">
              Privacy Policy
            </LinkButton>
            <LinkButton href="/terms" variant="secondary" size="sm">
              Terms of Service
            </LinkButton>
          </div>
        </Card>
        <DeleteAccount />
      </div>
    </div>
  );
}

type Flag = keyof PrivacyPreferences;

export const usageSwitches: readonly SwitchTexts<Flag>[] = [
  {
    flag: "dataAnalytics",
    label: "Data Analytics",
    hint: "Counts how often each screen is opened per day. The totals contain nothing about you, and only we store them.",
  },
  {
    flag: "usageStatistics",
    label: "Usage Statistics",
    hint: "Counts analyses and data exports the same way.",
  },
];

export const unsupportedPrivacyOptions: readonly { flag: Flag; label: string; text: string }[] = [
  {
    flag: "personalizedRecommendations",
    label: "Personalized recommendations",
    text: "We make none: everyone gets the same number for a ticker.",
  },
  {
    flag: "marketingAnalytics",
    label: "Marketing analytics",
    text: "We do not measure which email or link brought you here.",
  },
  {
    flag: "thirdPartySharing",
    label: "Third-party sharing",
    text: "We share your data only with the providers named in the privacy policy.",
  },
  { flag: "publicProfile", label: "Public profile", text: "There are no public profiles." },
];

function ExportData() {
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
      trackUsage(user.privacyPreferences, { kind: "feature", name: "export" });
      downloadFile(name, file);
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
            text="You signed in a while ago, so please confirm first that it is you."
            isPasswordRequired={false}
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
