import { useState } from "react";
import { showToast, type ToastContent } from "#lib/toast.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog, Drawer } from "#ui/dialog.tsx";
import { Disclosure, type DisclosureVariant } from "#ui/domain/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { History } from "#ui/icons.tsx";
import { SkeletonLines, Spinner } from "#ui/loading.tsx";
import { Notice, type NoticeTone } from "#ui/notice.tsx";
import { Popover } from "#ui/popover.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

const toasts: readonly ToastContent[] = [
  { tone: "default", title: "Earnings Calendar" },
  { tone: "success", title: "Copied" },
  { tone: "destructive", title: "Analysis Failed" },
];
const tabs = [
  { value: "one", label: "First" },
  { value: "two", label: "Second" },
] as const;

export function Overlays() {
  const [tab, setTab] = useState<"one" | "two">("one");
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  return (
    <Card>
      <CardHeader title="Over the page" description="Tabs, dialog, drawer, popover, tooltip, toasts" />
      <Tabs label="Example" tabs={tabs} value={tab} onChange={setTab}>
        <TabPanel value="one">The first panel.</TabPanel>
        <TabPanel value="two">The second panel.</TabPanel>
      </Tabs>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => setIsDialogOpen(true)}>Dialog</Button>
        <Button onClick={() => setIsDrawerOpen(true)}>Drawer</Button>
        <Popover title="Consensus EPS" trigger={<Button variant="secondary">Popover</Button>}>
          $1.49, the mean of 31 analysts.
        </Popover>
        <Tooltip text="Shows after 700 ms, the next one at once.">
          <Button variant="secondary">Tooltip</Button>
        </Tooltip>
        {toasts.map((toast) => (
          <Button
            key={toast.tone}
            variant="ghost"
            onClick={() => showToast({ ...toast, description: "Gone after five seconds." })}
          >
            Toast: {toast.tone}
          </Button>
        ))}
      </div>
      <Dialog
        isOpen={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        title="Cancel Subscription"
        description="Your plan stays until the end of the period."
        isAlert
        footer={
          <>
            <Button variant="secondary" onClick={() => setIsDialogOpen(false)}>
              Keep Subscription
            </Button>
            <Button variant="danger" onClick={() => setIsDialogOpen(false)}>
              Cancel Subscription
            </Button>
          </>
        }
      />
      <Drawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} title="Menu">
        <p className="p-6 pt-14">Content of the drawer.</p>
      </Drawer>
    </Card>
  );
}

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
