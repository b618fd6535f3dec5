import { Badge } from "#ui/badge.tsx";
import { ProbabilityBar } from "#ui/domain/probability-bar.tsx";
import { SurpriseDots } from "#ui/domain/surprise-dots.tsx";

const quarters = [
  { label: "Q1 24", surprisePercent: 2.1 },
  { label: "Q2 24", surprisePercent: 4.6 },
  { label: "Q3 24", surprisePercent: -3.4 },
  { label: "Q4 24", surprisePercent: 6.8 },
  { label: "Q1 25", surprisePercent: 1.6 },
  { label: "Q2 25", surprisePercent: 8.1 },
  { label: "Next", surprisePercent: null },
];

export function OddsPanel() {
  return (
    <>
      <div className="flex items-end justify-between gap-4">
        <div>
          <p className="text-sm text-muted">Probability of a beat</p>
          <p className="text-5xl font-semibold tracking-[-0.04em] figures">72%</p>
        </div>
        <div className="text-right">
          <p className="text-sm text-muted">Edge over base rate</p>
          <p className="text-2xl font-semibold text-positive figures">+8 points</p>
        </div>
      </div>
      <div className="mt-5">
        <ProbabilityBar
          label="A beat, illustrative"
          probability={0.72}
          baseRate={0.64}
          edgeVerdict="edge_up"
        />
        <p className="mt-2.5 flex items-center gap-2 text-sm text-muted">
          <span className="h-3.5 w-1 rounded-full bg-signal-solid" /> Base rate 64%: how often comparable
          companies beat
        </p>
      </div>
      <div className="mt-4">
        <SurpriseDots
          quarters={quarters}
          description="Illustration: six quarters as dots above or below the consensus line, and the next one still open."
        />
      </div>
    </>
  );
}

const evidence = [
  { id: "F1", text: "Consensus EPS for the quarter", state: "live" },
  { id: "F4", text: "Estimate revisions of the last 30 days", state: "live" },
  { id: "F7", text: "Surprises of the last eight quarters", state: "cached" },
  { id: "F12", text: "Headlines of the last two weeks", state: "live" },
  { id: "F15", text: "Options chain", state: "missing" },
] as const;
const stateTones = { live: "positive", cached: "info", missing: "warn" } as const;

export function EvidencePanel() {
  return (
    <>
      <p className="text-sm text-muted">Every number has a source</p>
      <p className="mt-1 font-display text-2xl font-semibold tracking-[-0.02em]">No citation, no claim.</p>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {evidence.map(({ id, text, state }) => (
          <li key={id} className="flex items-center gap-3 py-3 text-sm">
            <span className="w-9 rounded-sm bg-sunken py-0.5 text-center font-semibold text-muted figures">
              {id}
            </span>
            <span className="flex-1">{text}</span>
            <Badge tone={stateTones[state]}>{state}</Badge>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">Missing data is shown as missing, never guessed.</p>
    </>
  );
}

const bands = [
  { label: "50–60%", said: 0.56, came: 0.54 },
  { label: "60–70%", said: 0.66, came: 0.65 },
  { label: "70–80%", said: 0.75, came: 0.77 },
  { label: "80–90%", said: 0.84, came: 0.82 },
];

export function RecordPanel() {
  return (
    <>
      <p className="text-sm text-muted">Each entry contains the hash of the one before it</p>
      <p className="mt-1 font-display text-2xl font-semibold tracking-[-0.02em]">
        A record anyone can verify.
      </p>
      <ul className="mt-5 flex flex-col gap-4">
        {bands.map(({ label, said, came }) => (
          <li key={label} className="grid grid-cols-[4.5rem_1fr_3rem] items-center gap-3 text-sm">
            <span className="text-muted figures">{label}</span>
            <ProbabilityBar
              label={`Predictions of ${label}, illustrative: share that came true`}
              probability={came}
              baseRate={said}
              edgeVerdict={null}
            />
            <span className="text-right font-semibold figures">{Math.round(came * 100)}%</span>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex items-center gap-2 text-sm text-muted">
        <span className="h-3.5 w-1 rounded-full bg-signal-solid" /> What was predicted; the bar is what
        happened
      </p>
    </>
  );
}
