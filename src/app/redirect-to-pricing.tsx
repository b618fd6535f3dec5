import { useEffect } from "react";
import { usePageTitle } from "#lib/page-title.ts";
import { ScreenSpinner } from "#ui/spinner.tsx";

/** The address /pricing: the prices stand on the landing page. */
export function RedirectToPricing() {
  usePageTitle("Pricing");
  useEffect(() => location.replace("/#pricing"), []);
  return <ScreenSpinner label="Redirecting to pricing..." />;
}
