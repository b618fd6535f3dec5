/** What stands above every page while the market is simulated. */
const SAMPLE_BANNER_TEXT =
  "Companies keep their names, but every market figure here is simulated. Nothing of it is real.";

const BANNER = `<aside class="sample-banner" aria-label="Sample data"><p><strong>Sample data.</strong> ${SAMPLE_BANNER_TEXT}</p></aside>`;

/** A document with the banner as the first thing in its body: before any script, and whatever the page then draws. */
export function withSampleBanner(html: string): string {
  return html.replace(/<body[^>]*>/, (body) => body + BANNER);
}
