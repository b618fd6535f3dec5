/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { CONTENT_PLACEHOLDER, navigationItemAt } from "#contract/pages.ts";

/** HTML that hono/jsx has rendered. It escapes every text that is put into it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const button =
  "inline-flex items-center justify-center rounded-md font-semibold text-center transition-colors duration-fast focus-ring min-h-9 px-3 text-sm";
export const buttons = {
  primary: `${button} bg-primary text-on-primary hover:bg-primary-hover`,
  secondary: `${button} bg-surface text-ink border border-edge hover:bg-sunken`,
  ghost: `${button} text-ink hover:bg-sunken`,
} as const;

const badge = "inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap";
const tones = {
  neutral: "bg-sunken text-muted",
  positive: "bg-positive-soft text-positive",
  negative: "bg-negative-soft text-negative",
} as const;

export function renderBadge(text: string, tone: keyof typeof tones = "neutral"): Markup {
  return <span class={`${badge} ${tones[tone]}`}>{text}</span>;
}

/** Renders a table that scrolls sideways, also by keyboard. The caption is for screen readers only. */
export function renderTable(caption: string, headings: readonly string[], rows: readonly Markup[]): Markup {
  return (
    <section
      aria-label={caption}
      tabindex={0}
      class="w-0 min-w-full overflow-x-auto rounded-md border border-line bg-surface focus-ring"
    >
      <table class="w-full text-left text-sm">
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th scope="col" class="bg-sunken px-3 sm:px-4 py-2.5 font-medium text-muted whitespace-nowrap">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </section>
  );
}

export function tableRow(cells: readonly (Markup | string)[]): Markup {
  return (
    <tr class="align-top">
      {cells.map((cell) => (
        <td class="border-t border-line px-3 sm:px-4 py-3">{cell}</td>
      ))}
    </tr>
  );
}

export function smallNote(text: Markup | string): Markup {
  return <span class="block text-xs text-muted figures">{text}</span>;
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
 * Renders a whole HTML document. `template` is the text of public-page.html. A page of the simulated market
 * says so, and asks search engines not to index it.
 */
export async function renderDocument(
  page: PublicPage,
  { template, origin, isSample }: { template: string; origin: string; isSample: boolean },
): Promise<string> {
  const { path, picture, structuredData } = page;
  const title = `${page.title} · Beatcast`;
  const description = (isSample ? SAMPLE_PREFIX : "") + page.description;
  const shared = (isSample ? SAMPLE_PREFIX : "") + page.title;
  const head = await (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isSample ? <meta name="robots" content="noindex" /> : ""}
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Beatcast" />
      <meta property="og:title" content={shared} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + picture.path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={(isSample ? SAMPLE_PREFIX : "") + picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json">
        {raw(jsonFor({ "@context": "https://schema.org", ...structuredData }))}
      </script>
    </>
  );
  const content = String(await page.content);
  // The content and head are inserted last, because text from outside in them may look like one of the
  // placeholders.
  return template
    .replaceAll(`data-place="${navigationItemAt(path)}"`, 'aria-current="page"')
    .replace(CONTENT_PLACEHOLDER, () => content)
    .replace(/<title>[^<]*<\/title>/, () => String(head));
}

function jsonFor(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
