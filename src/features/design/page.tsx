import { usePageTitle } from "#lib/browser.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import * as icons from "#ui/icons.tsx";
import { Logo } from "#ui/logo.tsx";
import { type Color, colors, motion, radii, textSizes } from "#ui/tokens.ts";
import { Controls, Data } from "./data.tsx";
import { Messages, Overlays } from "./overlays.tsx";

export default function DesignPage() {
  usePageTitle("Design system");
  return (
    <AppShell>
      <div className="page-width grid grid-cols-1 gap-6 py-8 lg:grid-cols-2">
        <h1 className="heading-1 lg:col-span-2">Design system</h1>
        <Controls />
        <Overlays />
        <Messages />
        <Data />
        <Foundations />
      </div>
    </AppShell>
  );
}

function Foundations() {
  return (
    <>
      <Card>
        <CardHeader title="Type" aside={<Logo />} />
        {Object.entries(textSizes).map(([name, [size]]) => (
          <p key={name} className="figures" style={{ fontSize: size }}>
            {name} · 72.4%
          </p>
        ))}
        <p className="eyebrow mt-3">Eyebrow</p>
        <p className="heading-1">Heading 1</p>
        <p className="heading-2">Heading 2</p>
        <p className="heading-3">Heading 3</p>
      </Card>
      <Card>
        <CardHeader title="Radius, shadow, motion" />
        <ul className="flex flex-wrap gap-4 text-sm">
          {Object.entries(radii).map(([name, radius]) => (
            <li key={name} className="flex flex-col items-center gap-1">
              <span className="size-16 border border-edge bg-sunken" style={{ borderRadius: radius }} />
              {name}
            </li>
          ))}
          <li className="flex flex-col items-center gap-1">
            <span className="size-16 rounded-md bg-raised shadow-card" /> card
          </li>
          <li className="flex flex-col items-center gap-1">
            <span className="size-16 rounded-md bg-raised shadow-float" /> float
          </li>
        </ul>
        <p className="mt-4 text-sm text-muted">
          {Object.entries(motion)
            .map(([name, milliseconds]) => `${name} ${milliseconds} ms`)
            .join(", ")}
        </p>
      </Card>
      <Card className="lg:col-span-2">
        <CardHeader title="Colors" />
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {(Object.keys(colors) as Color[]).map((name) => (
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
    </>
  );
}
