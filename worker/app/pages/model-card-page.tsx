/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import card from "#model/MODEL_CARD.md?raw";
import reliability from "#model/reliability.svg?raw";
import type { PublicPage } from "./frame.tsx";
import { renderMarkdown } from "./markdown.tsx";

const TITLE = "Model card";
const DESCRIPTION =
  "What our probability gives, how good it was on years that nobody had seen, against whom, and what it cannot know.";

const headingEnd = card.indexOf("\n");
const heading = card.slice(0, headingEnd);
/** The card's first part is for every reader, and the second for those who check its data, method and tables. */
const [summary = "", details = ""] = card.slice(headingEnd).split("\n---\n");

/** Renders the model card that ships with the weights. The fit writes its text and its picture. */
export function modelCardPage(origin: string): PublicPage {
  return {
    path: "/track-record/model",
    title: TITLE,
    description: DESCRIPTION,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: {
      "@type": "WebPage",
      name: TITLE,
      url: `${origin}/track-record/model`,
      description: DESCRIPTION,
    },
    content: (
      <article class="flex flex-col gap-4">
        <header class="flex flex-col gap-3">
          <p class="eyebrow">
            <a class="link" href="/track-record">
              Track record
            </a>
          </p>
          {renderMarkdown(heading, () => "")}
          <p class="max-w-3xl text-lg text-muted text-pretty">{DESCRIPTION}</p>
          <p class="max-w-3xl text-sm text-muted">
            The figures of this page come from real past reports, also where the rest of the site is
            simulated. They were computed by the fit and were not sealed beforehand; the track record has what
            was.
          </p>
        </header>
        {renderMarkdown(summary, pictureOf)}
        <hr class="border-t border-line" />
        <section data-testid="card-details" class="flex flex-col gap-4">
          {renderMarkdown(details, pictureOf)}
        </section>
      </article>
    ),
  };
}

/** Draws the picture that the fit writes from numbers alone. */
function pictureOf(file: string) {
  if (file !== "reliability.svg") return "";
  return <figure class="max-w-sm text-muted">{raw(reliability.replace(/ color="[^"]*"/, ""))}</figure>;
}
