import { type Disputed, isGuidance } from "#contract/company-release.ts";
import type { DisputedRelease } from "#contract/review.ts";
import { calendarDate } from "#lib/dates.ts";
import { amountShort, perShare } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { decideRelease } from "./api.ts";
import { DecisionForm } from "./decision-form.tsx";

const readers = [
  { value: "rules", label: "Show what the rules read" },
  { value: "model", label: "Show what the language model read" },
] as const;

/** Lets the operator decide on each disputed figure of a press release separately. */
export function DisputedCards({ release }: { release: DisputedRelease }) {
  const { symbol, accession, file, filedOn, url, disputed } = release;
  return disputed.map((figure, item) => {
    const id = `disputed-${accession}-${file}-${item}`;
    const choices = [
      ...readers.filter(({ value }) => figure[value] !== null),
      { value: "neither", label: "Show neither" } as const,
    ];
    return (
      // A figure has no id, so its key is its index with the length of the list, which changes with each
      // decision.
      <Card key={`${disputed.length} ${id}`} aria-labelledby={id}>
        <CardHeader
          id={id}
          level={3}
          title={`${symbol}: ${nameOf(figure)}`}
          description={`Filed ${calendarDate(filedOn)}`}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Reading title="Rules" read={figure.rules} />
          <Reading title="Language model" read={figure.model} />
        </div>
        {url && (
          <a href={url} target="_blank" rel="noopener noreferrer" className="link mt-3 self-start text-sm">
            The release at the SEC
          </a>
        )}
        <DecisionForm
          name={`Decide ${symbol}: ${nameOf(figure)}, ${item + 1}`}
          choices={choices}
          call={({ decision, reason }) =>
            decideRelease({ symbol, accession, file, item, of: disputed.length, decision, reason })
          }
        />
      </Card>
    );
  });
}

function Reading({ title, read }: { title: string; read: Disputed["rules"] }) {
  return (
    <section aria-label={title}>
      <h4 className="text-sm font-medium text-muted">{title}</h4>
      {read ? (
        <>
          <p className="font-medium figures">{figureOf(read)}</p>
          <blockquote className="mt-1 border-l-2 border-line pl-3 text-sm break-words">
            {read.quote}
          </blockquote>
        </>
      ) : (
        <p>Read nothing here.</p>
      )}
    </section>
  );
}

type Read = NonNullable<Disputed["rules"]>;

function nameOf({ rules, model }: Disputed): string {
  const read = rules ?? model;
  if (!read) return "release";
  const measure =
    read.metric === "revenue" ? "revenue" : `${read.basis === "gaap" ? "GAAP" : "adjusted"} EPS`;
  return isGuidance(read) ? `guidance of ${measure}, ${read.period}` : `reported ${measure}`;
}

function figureOf(read: Read): string {
  const text = (value: number | null) =>
    read.metric === "eps" ? perShare(value, read.currency) : amountShort(value, read.currency);
  if (!isGuidance(read))
    return read.operations === undefined
      ? text(read.value)
      : `${text(read.value)}, ${read.operations === "total" ? "all" : "continuing"} operations`;
  const { low, high, action } = read;
  const range =
    low === null
      ? "no figure"
      : high === null
        ? `at least ${text(low)}`
        : low === high
          ? text(low)
          : `${text(low)} to ${text(high)}`;
  return action ? `${range}, ${action}` : range;
}
