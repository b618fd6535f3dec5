import { useEffect, useState } from "react";
import type { Coverage } from "#contract/market.ts";
import { counted } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { ArrowRight, Play, Stop, Volume } from "#ui/icons.tsx";
import { readCoverage } from "./api.ts";
import { HeroCard } from "./hero-card.tsx";

const pitch =
  "Beatcast estimates how likely a company is to beat the analysts' consensus, shows the base rate beside it, and publishes how its predictions of record turned out, wrong ones included.";

/** Round figures that the specification sets; the counts from our data are shown below them. */
const illustrations = [
  { value: "500+", label: "companies" },
  { value: "15+", label: "data sources" },
];

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="page-width grid items-center [&>*]:min-w-0 gap-x-14 gap-y-10 pb-14 pt-10 sm:pt-16 lg:grid-cols-[1.05fr_1fr] lg:pb-22">
        <div>
          <p className="eyebrow">AI-powered earnings prediction</p>
          <h1
            id="hero-title"
            className="mt-3 font-display text-4xl font-semibold tracking-[-0.03em] text-balance sm:text-5xl"
          >
            Know the odds before earnings. And how often they were right.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted text-pretty">{pitch}</p>
          <div className="mt-7 flex flex-wrap gap-3 max-sm:[&>*]:grow">
            <LinkButton href="/auth?tab=signup" size="lg">
              Get Started <ArrowRight />
            </LinkButton>
            <ListenToggle text={pitch} />
          </div>
          <TypedDemo />
          <dl className="mt-8 flex flex-wrap gap-x-9 gap-y-4 border-t border-line pt-6">
            {illustrations.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="flex items-center gap-2.5">
                  <span className="text-2xl font-semibold tracking-[-0.02em] figures">{value}</span>{" "}
                  <Badge tone="signal">Illustrative</Badge>
                </dd>
              </div>
            ))}
          </dl>
          <CountedCoverage />
        </div>
        <HeroCard />
      </div>
    </section>
  );
}

/** Reads the text aloud. In a browser without speech, the button only shows that it is on. */
function ListenToggle({ text }: { text: string }) {
  const [isOn, setIsOn] = useState(false);

  useEffect(() => {
    if (!isOn || !("speechSynthesis" in window)) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = "en-US";
    utterance.onend = () => setIsOn(false);
    speechSynthesis.speak(utterance);
    return () => {
      utterance.onend = null;
      speechSynthesis.cancel();
    };
  }, [isOn, text]);

  return (
    <Button variant="secondary" size="lg" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      <Volume className={classes("size-5", isOn && "animate-pulse text-primary")} />
      <span>Listen</span>
      <span className="font-normal text-muted">{isOn ? "Stop" : "Start"}</span>
    </Button>
  );
}

const demoLine = "Analyzing AAPL earnings patterns...";
/** The time for typing one character of the demo. The specification sets this value. */
const MS_PER_CHARACTER = 100;

function TypedDemo() {
  const [isRunning, setIsRunning] = useState(false);
  const [typed, setTyped] = useState(0);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(
      () => setTyped((count) => Math.min(demoLine.length, count + 1)),
      MS_PER_CHARACTER,
    );
    return () => clearInterval(timer);
  }, [isRunning]);

  function toggle() {
    setTyped(0);
    setIsRunning(!isRunning);
  }

  return (
    <div className="mt-6 flex max-w-xl flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-2.5">
      <Button variant="secondary" size="sm" onClick={toggle}>
        {isRunning ? <Stop className="size-4" /> : <Play className="size-4" />}
        {isRunning ? "Stop Analysis" : "Start Demo"}
      </Button>
      <p className="min-h-6 flex-1 basis-56 text-sm text-muted figures">
        <span data-testid="typed-demo">
          {isRunning ? demoLine.slice(0, typed) : "See how an analysis starts."}
        </span>
        {isRunning && typed < demoLine.length && (
          <span
            aria-hidden="true"
            className="ml-0.5 inline-block h-4 w-0.5 translate-y-0.5 animate-pulse bg-primary"
          />
        )}
      </p>
    </div>
  );
}

function CountedCoverage() {
  const [coverage, setCoverage] = useState<Coverage | null>(null);

  useEffect(() => {
    const left = new AbortController();
    readCoverage(left.signal)
      .then(setCoverage)
      .catch((error: unknown) => {
        if (!left.signal.aborted) console.warn("Failed to fetch the coverage", error);
      });
    return () => left.abort();
  }, []);

  return (
    <p role="status" data-testid="coverage" className="mt-3 min-h-10 text-sm text-muted">
      {coverage && coverageText(coverage)}
    </p>
  );
}

/** Formats as "Counted now: 53 companies with a prediction on our record, …". */
export function coverageText({ dataMode, companies, sources }: Coverage): string {
  const parts = [
    `${counted(companies, "company", "companies")} with a prediction on our record`,
    `${counted(sources.length, "data source")} in use (${sources.join(", ")})`,
  ].join(", ");
  const simulated = dataMode === "sample" ? " This market is simulated." : "";
  return `Counted now: ${parts}.${simulated}`;
}
