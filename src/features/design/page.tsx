import { usePageTitle } from "#lib/browser.ts";
import { PageShell } from "#ui/page-shell.tsx";
import { Controls } from "./controls.tsx";
import { Data } from "./data.tsx";
import { Foundations } from "./foundations.tsx";
import { Messages } from "./messages.tsx";
import { Overlays } from "./overlays.tsx";

/** Every token, primitive and widget in its states. Development only. */
export default function DesignPage() {
  usePageTitle("Design system");
  return (
    <PageShell>
      <div className="page-width grid grid-cols-1 gap-6 py-8 lg:grid-cols-2">
        <h1 className="heading-1 lg:col-span-2">Design system</h1>
        <Controls />
        <Overlays />
        <Messages />
        <Data />
        <Foundations />
      </div>
    </PageShell>
  );
}
