import type { User } from "#contract/account.ts";
import type { PrivacyPreferences } from "#contract/preferences.ts";
import { useSession } from "#lib/session.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Document, Shield } from "#ui/icons.tsx";
import { SwitchList, type SwitchTexts } from "../switch-list.tsx";
import { useSavePreferences } from "../use-save-preferences.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportData } from "./export-data.tsx";

const items: readonly SwitchTexts<keyof PrivacyPreferences>[] = [
  {
    flag: "dataAnalytics",
    label: "Data Analytics",
    hint: "How you use Beatcast may be counted to improve it. We count nothing yet.",
  },
  {
    flag: "personalizedRecommendations",
    label: "Personalized Recommendations",
    hint: "Your history may order what you are shown; we do not do so yet. Forecasts never depend on it.",
  },
  {
    flag: "marketingAnalytics",
    label: "Marketing Analytics",
    hint: "Which of our mails led you here. We do not measure it.",
  },
  {
    flag: "thirdPartySharing",
    label: "Third-Party Sharing",
    hint: "Your data may be given to others. We give it to nobody.",
  },
  {
    flag: "publicProfile",
    label: "Public Profile",
    hint: "Others may see your profile. There are no public profiles yet.",
  },
  {
    flag: "usageStatistics",
    label: "Usage Statistics",
    hint: "Your use may count in totals that we publish. We publish none yet.",
  },
];

/** What may be done with the person's data; how to take it along, and how to leave. */
export default function PrivacyTab() {
  const { user } = useSession();
  return user ? <PrivacySettings user={user} /> : <p>User information not available</p>;
}

function PrivacySettings({ user }: { user: User }) {
  const { flags, change, save, isPending } = useSavePreferences(user.privacyPreferences, {
    path: "/api/account/privacy",
    saved: "Privacy Settings Updated",
    savedText: "Your privacy settings have been saved.",
    failedText: "Failed to update your privacy settings. Please try again.",
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <SwitchList
          id="privacy-title"
          title="Privacy Settings"
          icon={<Shield />}
          items={items}
          flags={flags}
          onChange={change}
        />
        <Button className="self-start" isLoading={isPending} onClick={() => void save()}>
          {isPending ? "Saving..." : "Save Privacy Settings"}
        </Button>
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
