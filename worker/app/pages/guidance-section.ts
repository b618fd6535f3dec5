import { html } from "hono/html";
import {
  type CompanyGuidance,
  type GuidanceLine,
  guidanceHeadline,
  guidanceSentence,
  habitOf,
  habitSentence,
  MOVES_NOTHING,
} from "#contract/company-guidance.ts";
import { amountShort, perShare } from "#contract/format.ts";
import type { Markup } from "./frame.ts";

export function guidanceSection(guidance: CompanyGuidance, today: string): Markup {
  const lines = [...guidance.latest, ...guidance.past];
  const habit = habitSentence(habitOf(guidance.past));
  return html`<section aria-labelledby="guidance" class="flex flex-col gap-3"><header><h2 id="guidance" class="heading-2">What the company said</h2>
<p class="max-w-3xl text-sm text-muted">${guidanceHeadline(guidance)}. ${guidance.isSimulated ? "Simulated releases. " : ""}${MOVES_NOTHING}${guidance.latest.length === 0 ? releaseLink(guidance.releaseUrl) : ""}</p></header>
${habit ? html`<p class="max-w-3xl">${habit}</p>` : ""}
${lines.length > 0 ? html`<ul class="flex max-w-3xl flex-col gap-3">${lines.map((line) => lineOf(line, today))}</ul>` : ""}</section>`;
}

function lineOf(line: GuidanceLine, today: string): Markup {
  return html`<li>${guidanceSentence(line, today, { perShare, amountShort })}<details class="text-sm text-muted"><summary class="cursor-pointer rounded-md focus-ring">Its words</summary><blockquote class="border-l-2 border-line pl-3">“${line.quote}”</blockquote>${releaseLink(line.url)}</details></li>`;
}

function releaseLink(url: string | null): Markup | string {
  return url?.startsWith("https://") ? html` <a href="${url}" class="link">The release at the SEC</a>` : "";
}
