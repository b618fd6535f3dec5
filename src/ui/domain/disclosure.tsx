import type { ReactNode } from "react";
import { Info } from "../icons.tsx";

export type DisclosureVariant = "brief" | "educational" | "options" | "full";

/** The options exchanges' risk document. Every example of an options trade must link to it. */
export const OPTIONS_RISK_DOCUMENT_URL =
  "https://www.theocc.com/company-information/documents-and-archives/options-disclosure-document";

const educational = (
  <p>
    <strong>Educational research only.</strong> Beatcast publishes impersonal research: the same ticker at the
    same time gives everyone the same answer. Nothing here is investment advice, a recommendation, or an offer
    to buy or sell a security, and nothing is tailored to your situation. A probability is an estimate, and a
    beat does not mean that the stock rises.
  </p>
);
const options = (
  <p>
    <strong>Options involve risk and are not suitable for everyone.</strong> An option can expire worthless,
    and a seller can lose more than was received. Read{" "}
    <a href={OPTIONS_RISK_DOCUMENT_URL} target="_blank" rel="noreferrer" className="link">
      Characteristics and Risks of Standardized Options
    </a>{" "}
    of the Options Clearing Corporation before trading. Examples show how a strategy works, not what to do.
  </p>
);
const general = (
  <p>
    <strong>Every investment can lose value.</strong> Past results, back-tested ones included, do not
    guarantee future ones. Data may be late or wrong. Decide for yourself, or ask a licensed adviser who knows
    your circumstances.
  </p>
);

const texts: Record<DisclosureVariant, { title: string; body: ReactNode }> = {
  brief: {
    title: "Educational disclosure",
    body: (
      <p>For education and research only. Not investment advice. Investing and options carry risk of loss.</p>
    ),
  },
  educational: { title: "Educational disclosure", body: educational },
  options: { title: "Options risk disclosure", body: options },
  full: {
    title: "Important disclosures",
    body: (
      <>
        {educational}
        {options}
        {general}
      </>
    ),
  },
};

type DisclosureProps = {
  variant: DisclosureVariant;
  fullTextAt?: `#${string}`;
};

export function Disclosure({ variant, fullTextAt }: DisclosureProps) {
  const { title, body } = texts[variant];
  if (fullTextAt)
    return (
      <aside aria-label={title} data-disclosure={variant} className="text-xs text-muted sm:text-sm">
        <strong className="text-ink">Educational research only.</strong> Not investment advice.{" "}
        <a href={fullTextAt} className="link">
          Read the disclosures
        </a>
      </aside>
    );
  return (
    <aside
      aria-label={title}
      data-disclosure={variant}
      className="flex gap-3 rounded-md border border-line bg-sunken p-4 text-sm text-muted [&_strong]:text-ink"
    >
      <Info className="size-5 mt-0.5 text-primary" />
      <div className="flex min-w-0 flex-col gap-2">{body}</div>
    </aside>
  );
}
