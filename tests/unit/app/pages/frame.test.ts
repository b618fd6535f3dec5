import { html } from "hono/html";
import { expect, it } from "vitest";
import { renderDocument } from "#app/pages/frame.tsx";
import { CONTENT_PLACEHOLDER } from "#contract/pages.ts";

const template = `<head><title>Beatcast</title></head><nav><a data-place="Analyze">Analyze</a></nav><main>${CONTENT_PLACEHOLDER}</main>`;

it("a name that spells the frame's marks stays a name", async () => {
  const title = `${CONTENT_PLACEHOLDER} data-place="Analyze"`;
  const page = {
    path: "/stocks/AAPL",
    title,
    description: title,
    structuredData: {},
    picture: { path: "/og-image.png", alt: "" },
    content: html`<h1>${title}</h1>`,
  };
  const document = await renderDocument(page, { template, origin: "https://beatcast.test", isSample: false });
  const escaped = `${CONTENT_PLACEHOLDER} data-place=&quot;Analyze&quot;`;
  expect(document).toContain(`<title>${escaped} · Beatcast</title>`);
  expect(document).toContain(`<main><h1>${escaped}</h1></main>`);
  expect(document).toContain('<a aria-current="page">Analyze</a>');
});
