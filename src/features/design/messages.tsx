import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Disclosure, type DisclosureVariant } from "#ui/domain/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { History } from "#ui/icons.tsx";
import { Notice, type NoticeTone } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

const badgeTones: Tone[] = ["neutral", "primary", "signal", "positive", "negative", "warn", "danger", "info"];
const noticeTones: NoticeTone[] = ["info", "success", "warn", "danger"];
const disclosures: DisclosureVariant[] = ["brief", "educational", "options", "full"];

export function Messages() {
  return (
    <>
      <Card>
        <CardHeader title="States" aside={<Badge tone="signal">RECOMMENDED</Badge>} />
        <div className="flex flex-wrap gap-2">
          {badgeTones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className="mt-6 flex flex-col gap-4">
          <SkeletonLines />
          <Spinner />
          <EmptyState
            level={3}
            icon={<History />}
            title="No Predictions Yet"
            text="They appear here."
            action={<Button>Analyze Your First Stock</Button>}
          />
        </div>
      </Card>
      <Card>
        <CardHeader title="Notices and disclosures" />
        <div className="flex flex-col gap-3">
          {noticeTones.map((tone) => (
            <Notice key={tone} tone={tone} title={`A ${tone} notice`}>
              It stays where it is.
            </Notice>
          ))}
          {disclosures.map((variant) => (
            <Disclosure key={variant} variant={variant} />
          ))}
        </div>
      </Card>
    </>
  );
}
