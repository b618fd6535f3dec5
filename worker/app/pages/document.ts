import { html, raw } from "hono/html";
import { framed, type Markup } from "./frame.ts";

/** A public page before it is put into the built document. */
export type PublicPage = {
  /** Its one address. */
  path: string;
  title: string;
  description: string;
  /** Address of its picture for sharing, and what the picture says. */
  picture: { path: string; alt: string };
  /** For search engines, by schema.org. */
  structuredData: object;
  content: Markup;
};

const SAMPLE_PREFIX = "Sample data. ";

/**
 * The finished document. `template` is the build's public-page.html. A simulated market is named in all that others show of
 * the page, and no search engine is to list it.
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
  const body = await framed(page.content);
  return template
    .replace(/<title>.*<\/title>/, () => String(head))
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

/** JSON that cannot end the element it stands in. */
function jsonFor(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
