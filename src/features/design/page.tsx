import { useState } from "react";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button, type ButtonVariant, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Checkbox, Switch } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Disclosure, type DisclosureVariant } from "#ui/disclosure.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PasswordField, SelectField, TextAreaField, TextField } from "#ui/field.tsx";
import * as icons from "#ui/icons.tsx";
import { Notice, type NoticeTone } from "#ui/notice.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { Progress } from "#ui/progress.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { showToast, type ToastTone } from "#ui/toast-store.ts";
import { type Colour, colours } from "#ui/tokens.ts";
import { Tooltip } from "#ui/tooltip.tsx";

const buttonVariants: ButtonVariant[] = ["primary", "secondary", "ghost", "danger"];
const badgeTones: Tone[] = ["neutral", "primary", "signal", "beat", "miss", "warn", "danger", "info"];
const noticeTones: NoticeTone[] = ["info", "success", "warn", "danger"];
const toastTones: ToastTone[] = ["default", "success", "destructive"];
const disclosures: DisclosureVariant[] = ["brief", "educational", "options", "full"];
const tabs = [
  { value: "one", label: "First" },
  { value: "two", label: "Second" },
] as const;

/** Every primitive in all its states. Development only. */
export default function DesignPage() {
  const [tab, setTab] = useState<"one" | "two">("one");
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [isOn, setIsOn] = useState(true);

  return (
    <PageShell>
      <div className="page-width grid gap-6 py-8 lg:grid-cols-2">
        <h1 className="heading-1 lg:col-span-2">Design system</h1>

        <Card>
          <CardHeader title="Buttons" />
          {buttonVariants.map((variant) => (
            <div key={variant} className="mb-3 flex flex-wrap items-center gap-3">
              <Button variant={variant} size="sm">
                Small
              </Button>
              <Button variant={variant}>Medium</Button>
              <Button variant={variant} size="lg">
                Large
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} isLoading>
                Loading...
              </Button>
            </div>
          ))}
          <LinkButton href="/design">A link</LinkButton>
        </Card>

        <Card>
          <CardHeader title="Fields" />
          <div className="flex flex-col gap-4">
            <TextField label="Text" hint="A hint under it." placeholder="AAPL" />
            <TextField label="With an error" error="Please enter a stock ticker symbol" defaultValue="???" />
            <TextField label="Read-only" readOnly value="demo@example.com" />
            <TextField label="Disabled" disabled value="Not now" />
            <PasswordField label="Password" defaultValue="secret" />
            <TextAreaField label="Several lines" />
            <SelectField
              label="Choice"
              options={[
                { value: "a", label: "First" },
                { value: "b", label: "Second" },
              ]}
            />
            <Checkbox label="A box" hint="What it means" checked={isOn} onChange={setIsOn} />
            <Checkbox label="Disabled" checked={false} onChange={setIsOn} disabled />
            <Switch label="A switch" hint="Takes effect at once" checked={isOn} onChange={setIsOn} />
            <Switch label="Disabled" checked={false} onChange={setIsOn} disabled />
          </div>
        </Card>

        <Card>
          <CardHeader title="Badges, progress, waiting" aside={<Badge tone="signal">RECOMMENDED</Badge>} />
          <div className="flex flex-wrap gap-2">
            {badgeTones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </div>
          <div className="mt-4 flex flex-col gap-4">
            <Progress label="Calls used" value={42} valueText="42 of 100" />
            <Progress label="Risk" value={85} fill="level-red" />
            <SkeletonLines />
            <Spinner />
          </div>
          <dl className="mt-4 grid grid-cols-3 gap-4">
            <Figure label="Expected EPS" value="$1.52" />
            <Figure label="Consensus" value="$1.49" note="31 analysts" />
            <Figure label="Edge" value="+4.2" />
          </dl>
        </Card>

        <Card>
          <CardHeader title="Over the page" description="Tabs, dialog, drawer, tooltip, toasts" />
          <Tabs label="Example" tabs={tabs} value={tab} onChange={setTab}>
            <TabPanel value="one">The first panel.</TabPanel>
            <TabPanel value="two">The second panel.</TabPanel>
          </Tabs>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button onClick={() => setIsDialogOpen(true)}>Dialog</Button>
            <Button onClick={() => setIsDrawerOpen(true)}>Drawer</Button>
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

        <Card>
          <CardHeader title="Table" />
          <Table caption="Predictions">
            <thead>
              <tr>
                <HeadingCell>Stock</HeadingCell>
                <HeadingCell isNumeric>Probability</HeadingCell>
                <HeadingCell>Result</HeadingCell>
              </tr>
            </thead>
            <tbody>
              <tr>
                <Cell>AAPL</Cell>
                <Cell isNumeric>82.4%</Cell>
                <Cell>
                  <Badge tone="beat">Correct</Badge>
                </Cell>
              </tr>
            </tbody>
          </Table>
          <div className="mt-6">
            <EmptyState
              level={3}
              icon={<icons.History />}
              title="No Predictions Yet"
              text="They appear here."
              action={<Button>Analyze Your First Stock</Button>}
            />
          </div>
        </Card>

        <Card className="lg:col-span-2">
          <CardHeader title="Icons" />
          <ul className="flex flex-wrap gap-4">
            {Object.entries(icons).map(([name, DrawnIcon]) => (
              <li key={name} className="flex w-24 flex-col items-center gap-1 text-center text-xs text-muted">
                <DrawnIcon /> {name}
              </li>
            ))}
          </ul>
        </Card>

        <Card className="lg:col-span-2">
          <CardHeader title="Colours" />
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {(Object.keys(colours) as Colour[]).map((name) => (
              <li key={name} className="flex items-center gap-2 text-sm">
                <span
                  className="size-8 rounded-sm border border-line"
                  style={{ backgroundColor: `var(--c-${name})` }}
                />
                {name}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </PageShell>
  );
}
