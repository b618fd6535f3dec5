import { useState } from "react";
import { showToast, type ToastTone } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog, Drawer } from "#ui/dialog.tsx";
import { Popover } from "#ui/popover.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

const toastTones: ToastTone[] = ["default", "success", "destructive"];
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
        {toastTones.map((tone) => (
          <Button
            key={tone}
            variant="ghost"
            onClick={() =>
              showToast({ tone, title: `A ${tone} toast`, description: "Gone after five seconds." })
            }
          >
            Toast: {tone}
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
