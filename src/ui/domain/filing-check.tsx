import { type FilingCheck, filingSentences } from "#contract/filing-check.ts";
import { easternTime } from "#contract/time.ts";
import { calendarDate } from "#lib/dates.ts";
import { perShare } from "#lib/numbers.ts";

type FilingCheckTextProps = {
  /** Null where nobody looked. */
  check: FilingCheck | null;
  /** Currency of the company's reports. */
  currency: string | null;
};

/** What the company's own filings say of the reported figure, with the document that was read. */
export function FilingCheckText({ check, currency }: FilingCheckTextProps) {
  const sentences = filingSentences(check, {
    eps: (eps) => perShare(eps, currency),
    moment: easternTime,
    day: calendarDate,
  });
  return (
    <section aria-label="The company's filings" className="text-sm text-muted">
      <p className="max-w-3xl text-pretty">
        {sentences.join(" ")}{" "}
        {check?.documentUrl?.startsWith("https://") && (
          <a href={check.documentUrl} className="link" target="_blank" rel="noreferrer">
            The press release at the SEC
          </a>
        )}
      </p>
    </section>
  );
}
