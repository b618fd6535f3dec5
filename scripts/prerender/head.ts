import type { Plan } from "#contract/subscription.ts";

/** worker/app/http/pages.ts replaces it with the deployment's origin. */
const ORIGIN = "%ORIGIN%";

const pages = {
  landing: {
    path: "/",
    title: "Beatcast: know the odds before earnings",
    description:
      "How likely a company is to beat the analysts' EPS consensus: a calibrated probability beside its base rate, the evidence behind it, and a published record.",
  },
  privacy: {
    path: "/privacy",
    title: "Privacy Policy · Beatcast",
    description:
      "What personal data Beatcast handles, why, for how long, and how to export or delete it yourself.",
  },
  terms: {
    path: "/terms",
    title: "Terms of Service · Beatcast",
    description:
      "The terms for using Beatcast: research and not advice, plans and prices, cancelling, liability, disputes.",
  },
} as const;

export function documentHead(page: keyof typeof pages, assets: readonly string[]): string {
  const { path, title, description } = pages[page];
  const address = ORIGIN + path;
  const image = `${ORIGIN}/og-image.png`;
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Beatcast" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${escaped(description)}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${image}" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta property="og:image:alt" content="Beatcast: know the odds before earnings" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
    ...(assets.length > 0 ? [fontPreloads(assets)] : []),
  ].join("\n    ");
}

/** Starts loading fonts before the style sheet has been read. */
export function fontPreloads(assets: readonly string[]): string {
  return assets
    .filter((file) => file.endsWith(".woff2"))
    .map((file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin />`)
    .join("\n    ");
}

/** Read by the page and by search engines. */
export function landingData(plans: readonly Plan[]): string {
  const about = {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: "Beatcast",
    url: `${ORIGIN}/`,
    image: `${ORIGIN}/og-image.png`,
    description: pages.landing.description,
    applicationCategory: "FinanceApplication",
    operatingSystem: "Any, in a web browser",
    offers: plans.map((plan) => ({
      "@type": "Offer",
      name: plan.name,
      price: plan.price.toFixed(2),
      priceCurrency: "USD",
      url: `${ORIGIN}/#pricing`,
    })),
  };
  return (
    `<script type="application/json" id="plans">${json(plans)}</script>` +
    `<script type="application/ld+json">${json(about)}</script>`
  );
}

function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
