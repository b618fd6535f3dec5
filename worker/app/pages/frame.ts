import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { type MainPlace, mainPathOf, mainPlaceAt, mainPlaces, SEARCH_HASH } from "#contract/pages.ts";

/** Every text from outside is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const button =
  "inline-flex items-center justify-center rounded-md font-semibold text-center transition-colors duration-fast focus-ring min-h-9 px-3 text-sm";
export const buttons = {
  primary: `${button} bg-primary text-on-primary hover:bg-primary-hover`,
  secondary: `${button} bg-surface text-ink border border-edge hover:bg-sunken`,
  ghost: `${button} text-ink hover:bg-sunken`,
} as const;

const logo =
  raw(`<span class="inline-flex items-center gap-2.5 font-display text-xl font-bold tracking-[-0.02em]">
<svg viewBox="0 0 32 32" class="size-8 shrink-0" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--c-primary)"/>
<path d="M6 21.5h4M22 21.5h4" stroke="var(--c-on-primary)" stroke-width="2" stroke-linecap="round" opacity="0.55"/>
<circle cx="16" cy="21.5" r="3.6" fill="none" stroke="var(--c-on-primary)" stroke-width="2"/>
<circle cx="16" cy="10" r="4.4" fill="var(--c-signal-solid)"/></svg>Beatcast</span>`);

const searchLink = raw(
  `<a href="/calendar${SEARCH_HASH}" data-search aria-label="Search companies, weeks and actions" class="inline-flex size-11 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink focus-ring"><svg viewBox="0 0 24 24" class="size-5" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true"><circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/></svg></a>`,
);

const placeLinks = (current: MainPlace | null, look: string) =>
  mainPlaces.map(
    (place) =>
      html`<a href="${mainPathOf(place, false)}" ${place.name === current ? raw('aria-current="page"') : ""} class="${look} ${place.name === current ? "bg-primary-soft text-primary" : "text-muted hover:bg-sunken hover:text-ink"}">${place.name}</a>`,
  );
const mainLook =
  "inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors duration-fast focus-ring";
const tabLook =
  "flex h-14 items-center justify-center text-center text-[0.6875rem] font-medium whitespace-nowrap focus-ring";

/**
 * Looks as src/ui/domain/shell/page-shell.tsx. The same for every reader; public/public-page.js shows a
 * member the account.
 */
function framed(content: Markup, current: MainPlace | null): Markup {
  return html`<a href="#main" class="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary">Skip to content</a>
<header class="sticky top-0 z-30 border-b border-line bg-canvas print:hidden"><div class="page-width flex h-14 items-center gap-2 lg:gap-5">
<a href="/" class="rounded-md focus-ring">${logo}</a>
<nav aria-label="Main" class="flex items-center gap-1 max-lg:hidden">${placeLinks(current, mainLook)}</nav>
<div class="ml-auto flex items-center gap-1 sm:gap-2">${searchLink}<span data-for="visitor" class="contents"><a href="/auth" class="${buttons.secondary}">Sign In</a><a href="/auth?tab=signup" class="${buttons.primary} max-sm:hidden">Sign Up</a></span><span data-for="member"><a href="/account" class="${buttons.secondary}">Account</a></span></div>
</div></header>
<main id="main" tabindex="-1" class="flex-1 outline-none"><div class="page-width flex flex-col gap-8 py-8 sm:py-12">${content}${disclosure}</div></main>
<footer class="border-t border-line"><p class="page-width flex flex-wrap gap-x-6 gap-y-1 py-6 text-sm text-muted"><span class="py-1">© 2025 Beatcast</span>
<a href="/track-record" class="link py-1">Track record</a><a href="/security" class="link py-1">Security</a><a href="/status" class="link py-1">Status</a><a href="/privacy" class="link py-1">Privacy Policy</a><a href="/terms" class="link py-1">Terms of Service</a></p></footer>
<nav aria-label="Tabs" class="tab-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface lg:hidden print:hidden"><div class="mx-auto grid max-w-lg grid-cols-5">${placeLinks(current, tabLook)}</div></nav>`;
}

/** Required beside every prediction; words of src/ui/domain/disclosure.tsx. */
const disclosure = raw(`<aside aria-label="Educational disclosure" class="max-w-3xl text-sm text-muted">
<p><strong>Educational research only.</strong> Beatcast publishes impersonal research: the same ticker at the same time gives everyone the same answer. Nothing here is investment advice, a recommendation, or an offer to buy or sell a security, and nothing is tailored to your situation. A probability is an estimate, and a beat does not mean that the stock rises.</p></aside>`);

const badge = "inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap";
const tones = {
  neutral: "bg-sunken text-muted",
  positive: "bg-positive-soft text-positive",
  negative: "bg-negative-soft text-negative",
} as const;

export function badgeOf(text: string, tone: keyof typeof tones = "neutral"): Markup {
  return html`<span class="${badge} ${tones[tone]}">${text}</span>`;
}

/** Scrolls sideways, with the keyboard too; the caption is for screen readers. */
export function tableOf(caption: string, headings: readonly string[], rows: readonly Markup[]): Markup {
  return html`<section aria-label="${caption}" tabindex="0" class="w-0 min-w-full overflow-x-auto rounded-md border border-line bg-surface focus-ring"><table class="w-full text-left text-sm"><caption class="sr-only">${caption}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col" class="bg-sunken px-3 sm:px-4 py-2.5 font-medium text-muted whitespace-nowrap">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

export function rowOf(cells: readonly Markup[]): Markup {
  return html`<tr class="align-top">${cells.map((cell) => html`<td class="border-t border-line px-3 sm:px-4 py-3">${cell}</td>`)}</tr>`;
}

export function noteOf(text: Markup | string): Markup {
  return html`<span class="block text-xs text-muted figures">${text}</span>`;
}

export type PublicPage = {
  path: string;
  title: string;
  description: string;
  picture: { path: string; alt: string };
  structuredData: object;
  content: Markup;
};

const SAMPLE_PREFIX = "Sample data. ";

/**
 * `template` is the build's public-page.html. A simulated market's page says so and asks not to be listed.
 */
export async function documentOf(
  page: PublicPage,
  { template, origin, isSample }: { template: string; origin: string; isSample: boolean },
): Promise<string> {
  const { path, picture, structuredData } = page;
  const title = `${page.title} · Beatcast`;
  const description = (isSample ? SAMPLE_PREFIX : "") + page.description;
  const shared = (isSample ? SAMPLE_PREFIX : "") + page.title;
  const head = await html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${isSample ? html`<meta name="robots" content="noindex" />` : ""}
    <link rel="canonical" href="${origin + path}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Beatcast" />
    <meta property="og:title" content="${shared}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${origin + path}" />
    <meta property="og:image" content="${origin + picture.path}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${(isSample ? SAMPLE_PREFIX : "") + picture.alt}" />
    <meta name="twitter:card" content="summary_large_image" />
    <script type="application/ld+json">${raw(jsonFor({ "@context": "https://schema.org", ...structuredData }))}</script>`;
  const body = await framed(page.content, mainPlaceAt(path));
  return template
    .replace(/<title>[^<]*<\/title>/, () => String(head))
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

function jsonFor(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
