import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { DataGroup } from "#contract/personal-data.ts";
import type { Plan } from "#contract/subscription.ts";
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
