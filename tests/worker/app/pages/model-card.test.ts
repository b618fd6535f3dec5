import { describe, expect, it } from "vitest";
import { renderMarkdown } from "#app/pages/markdown.tsx";
import card from "#model/MODEL_CARD.md?raw";
import { shippedWeights } from "#model/weights.ts";
import { open } from "./a-market.ts";

const rendered = async (text: string) => String(await renderMarkdown(text, () => ""));

describe("the model card's page", () => {
  it("has the card of the weights in use, its tables and its picture, and says that the figures are real", async () => {
    const { status, text } = await open("/track-record/model");
    expect(status).toBe(200);
    expect(text).toContain("<title>Model card · Beatcast</title>");
    expect(text).toContain(`Model card: ${shippedWeights().version}</h1>`);
    expect(text).toContain("come from real past reports");
    expect(text.includes('aria-label="Ten groups of forecasts: ')).toBe(card.includes("](reliability.svg)"));
    expect(text).toContain('<caption class="sr-only">Table by year</caption>');
    // Nothing of the file's notation is left.
    expect(text).not.toMatch(/<(?:p|li|h\d)[^>]*>[^<]*(?:\*\*|\|---|^#)/m);
  });
});

describe("Markdown", () => {
  it("becomes headings, paragraphs, lists, tables and code", async () => {
    const html = await rendered(
      "# One\n\n## Two\nText over\ntwo lines with `code`, **bold** and [a page](/data).\n\n- first\n- second\n\n    npm run tool\n\n| year | n |\n|---|---|\n| 2019 | 12 |\n",
    );
    expect(html).toContain('<h1 class="heading-1">One</h1><h2 class="heading-2">Two</h2>');
    expect(html).toContain("Text over two lines with <code");
    expect(html).toContain('<strong>bold</strong> and <a class="link" href="/data">a page</a>.</p>');
    expect(html.match(/<li /g)).toHaveLength(2);
    expect(html).toMatch(/<pre [^>]*>npm run tool<\/pre>/);
    expect(html.match(/<th /g)).toHaveLength(2);
    expect(html).toContain(">2019</span></td>");
    expect(html).not.toContain("---");
  });

  it("makes no HTML of a text, and no link that leaves the site", async () => {
    const html = await rendered(
      "<b>x</b> [out](https://example.com) [js](javascript:alert)\n\n![x](unknown.svg)",
    );
    expect(html).toBe(
      '<p class="max-w-3xl text-pretty">&lt;b&gt;x&lt;/b&gt; [out](https://example.com) [js](javascript:alert)</p>',
    );
  });
});
