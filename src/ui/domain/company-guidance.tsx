import {
  type CompanyGuidance,
  type GrowthLine,
  GUIDANCE_UNUSED_NOTE,
  type GuidanceLine,
  growthSentence,
  guidanceHabitOf,
  guidanceSentence,
  habitSentence,
} from "#contract/company-guidance.ts";
import { amountShort, perShare } from "#lib/numbers.ts";

/**
 * Quotes the company's guidance verbatim and shows how its past guidance turned out. `today` is the ISO day of
 * the market clock, which may be simulated.
 */
export function CompanyGuidanceText({ guidance, today }: { guidance: CompanyGuidance; today: string }) {
  const { latest, growth, past, isSimulated, releaseUrl } = guidance;
  const habit = habitSentence(guidanceHabitOf(past));
  return (
    <div className="flex flex-col gap-4">
      {latest.length + growth.length > 0 ? (
        <GuidanceLines
          title="From its latest release"
          lines={[...latest, ...growth]}
          today={today}
          isSimulated={isSimulated}
        />
      ) : (
        isPage(releaseUrl) && (
          <p>
            <ReleaseLink url={releaseUrl} />
          </p>
        )
      )}
      {past.length > 0 && (
        <GuidanceLines title="Guided, then reported" lines={past} today={today} isSimulated={isSimulated} />
      )}
      {habit && <p className="max-w-3xl text-sm text-pretty">{habit}</p>}
      <p className="text-sm text-muted">{GUIDANCE_UNUSED_NOTE}</p>
    </div>
  );
}

type LinesProps = {
  title: string;
  lines: readonly (GuidanceLine | GrowthLine)[];
  today: string;
  isSimulated: boolean;
};

function GuidanceLines({ title, lines, today, isSimulated }: LinesProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {lines.map((line) => (
          <li key={`${line.filedOn} ${line.metric} ${line.basis} ${line.period} ${"base" in line}`}>
            <GuidanceLineText line={line} today={today} isSimulated={isSimulated} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = { line: GuidanceLine | GrowthLine; today: string; isSimulated: boolean };

export function GuidanceLineText({ line, today, isSimulated }: LineProps) {
  return (
    <>
      <p className="max-w-3xl text-pretty figures">
        {"base" in line
          ? growthSentence(line, today, { perShare, amountShort })
          : guidanceSentence(line, today, { perShare, amountShort })}
      </p>
      <blockquote className="mt-1 max-w-3xl border-l-2 border-line pl-3 text-sm text-muted text-pretty">
        “{line.quote}”{" "}
        {isPage(line.url) ? <ReleaseLink url={line.url} /> : isSimulated && "From a simulated release."}
      </blockquote>
    </>
  );
}

function isPage(url: string | null): url is string {
  return url?.startsWith("https://") ?? false;
}

function ReleaseLink({ url }: { url: string }) {
  return (
    <a href={url} className="link" target="_blank" rel="noreferrer">
      The release at the SEC
    </a>
  );
}
