import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { CONTENT_PLACEHOLDER } from "#contract/pages.ts";
import type { DataGroup } from "#contract/retention.ts";
import type { Plan } from "#contract/subscription.ts";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { DocumentShell } from "#ui/domain/shell/document-shell.tsx";
import { LandingPage } from "./features/landing/page.tsx";
import { PrivacyPage } from "./features/legal/privacy-page.tsx";
import { TermsPage } from "./features/legal/terms-page.tsx";

export function landingMarkup(plans: readonly Plan[]): string {
  return renderToString(<LandingPage plans={plans} />);
}

export function privacyMarkup(groups: readonly DataGroup[]): string {
  return renderToStaticMarkup(<PrivacyPage groups={groups} />);
}

export function termsMarkup(): string {
  return renderToStaticMarkup(<TermsPage />);
}

/**
 * Returns the frame of public pages. The build prerenders it, and worker/app/pages/frame.tsx inserts each
 * page's text.
 */
export function publicPageMarkup(): string {
  return renderToStaticMarkup(
    <DocumentShell>
      <div className="page-width flex flex-col gap-8 py-8 sm:py-12">
        {CONTENT_PLACEHOLDER}
        <Disclosure variant="educational" />
      </div>
    </DocumentShell>,
  );
}
