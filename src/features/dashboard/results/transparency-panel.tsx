import type { Analysis } from "#contract/analysis.ts";
import { groupSteps, type WaterfallInput, waterfallSteps } from "#contract/waterfall.ts";
import { counted, percent, signed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { EvidenceSearch } from "#ui/domain/evidence/evidence-search.tsx";
import { Progress } from "#ui/progress.tsx";
import { citationsFinding, evidenceFinding, modelFinding } from "./findings.ts";
import { ResultSection } from "./sections/section.tsx";

const rows = ["Past EPS Trends", "Market Sentiment", "Analyst Ratings", "Historical Accuracy"];

export function TransparencyPanel({ input }: { input: WaterfallInput }) {
  const steps = groupSteps(input);
  const most = Math.max(1, ...steps.map(({ points }) => Math.abs(points)));
  const pointsOf = (name: string) =>
    steps.find(({ label }) => label.toLowerCase() === name.toLowerCase())?.points ?? null;
  return (
    <ResultSection id="transparency" title="Model Transparency" finding={modelFinding(input)} isOpenOnWide>
      <p className="mb-4 text-sm text-muted">
        What each group adds to the probability, in points. Plus speaks for a beat, minus against it.
      </p>
      <div className="grid gap-6">
        <ul className="grid gap-4 sm:grid-cols-2">
          {rows.map((name) => {
            const points = pointsOf(name);
            const text = points === null ? "no data" : `${signed(points)} points`;
            return (
              <li key={name}>
                <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
                  <span className="font-medium">{name}</span>
                  <span className="figures text-muted">{text}</span>
                </div>
                <Progress
                  label={name}
                  value={Math.abs(points ?? 0)}
                  max={most}
                  valueText={text}
                  fill={(points ?? 0) >= 0 ? "positive-solid" : "negative-solid"}
                />
              </li>
            );
          })}
        </ul>
        <Waterfall {...input} />
      </div>
      <p className="mt-6 max-w-3xl text-sm text-muted">
        What this number cannot know: revisions of the estimates, how far analysts disagree, and the news
        since.
      </p>
    </ResultSection>
  );
}

function Waterfall(props: WaterfallInput) {
  const steps = waterfallSteps(props);
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const low = Math.max(0, Math.floor(10 * Math.min(...ends.filter((end) => end > 0)) - 0.5) / 10);
  const high = Math.min(1, Math.ceil(10 * Math.max(...ends) + 0.3) / 10);
  const position = (share: number) => (100 * (Math.max(share, low) - low)) / (high - low);
  return (
    <figure>
      <figcaption className="mb-3 text-sm font-semibold">How the forecast comes about</figcaption>
      <ol className="flex flex-col gap-2 text-sm">
        {steps.map(({ label, from, to, isTotal }) => (
          <li
            key={label}
            className="grid grid-cols-[1fr_auto] items-center gap-x-3 lg:grid-cols-[11rem_1fr_auto]"
          >
            <span className={isTotal ? "font-semibold" : "text-muted"}>{label}</span>
            <span
              aria-hidden="true"
              className="relative order-last col-span-2 h-3 rounded-sm bg-sunken lg:order-none lg:col-span-1"
            >
              <span
                className="absolute inset-y-0 rounded-sm"
                style={{
                  left: `${position(Math.min(from, to))}%`,
                  width: `max(2px, ${position(Math.max(from, to)) - position(Math.min(from, to))}%)`,
                  backgroundColor: `var(--c-${isTotal ? "edge" : to >= from ? "positive-solid" : "negative-solid"})`,
                }}
              />
            </span>
            <span className="text-right figures">
              {isTotal ? percent(to, 1) : signed(100 * (to - from), 1)}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-muted">
        In points of probability; the scale runs from {percent(low)} to {percent(high)}. The steps add up to
        the edge. The model’s starting point is its number with every input at its average, against the base
        rate.
      </p>
    </figure>
  );
}

export function Citations({ data }: { data: Analysis["comprehensiveMarketData"] }) {
  if (data.citations.length === 0) return null;
  return (
    <ResultSection
      id="citations"
      title="Data Sources & Citations"
      finding={citationsFinding(data)}
      aside={<Badge tone="primary">{counted(data.verifiedSources, "verified source")}</Badge>}
    >
      <p className="mb-4 text-sm text-muted">
        A verified source is one that gave us facts cited here; each is counted once. We did not open the
        pages behind headlines.
      </p>
      <ol className="flex list-decimal flex-col gap-3 pl-6 text-sm">
        {data.citations.map((citation) => (
          <li key={citation.url}>
            <a href={citation.url} target="_blank" rel="noopener noreferrer" className="link">
              {citation.title}
            </a>
            {citation.snippet && <span className="block text-muted">{citation.snippet}</span>}
            <span className="block break-all text-xs text-muted">{citation.url}</span>
          </li>
        ))}
      </ol>
    </ResultSection>
  );
}

type EvidenceListProps = Pick<Analysis, "evidence" | "parts">;

export function EvidenceList({ evidence, parts }: EvidenceListProps) {
  return (
    <ResultSection id="evidence" title="Evidence" finding={evidenceFinding({ evidence, parts })}>
      <EvidenceSearch evidence={evidence} />
    </ResultSection>
  );
}
