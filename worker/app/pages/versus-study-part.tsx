/** @jsxImportSource hono/jsx */
import { calendarDay, counted, fixed, number, percent, quarterName } from "#contract/format.ts";
import study from "#model/versus-study.json" with { type: "json" };
import { type ModelWeights, shippedWeights } from "#model/weights.ts";
import { type Markup, renderTable, tableRow } from "./frame.tsx";
import { differenceText, names, rangeText, scoresTable } from "./versus-tables.tsx";

/** Says in one sentence what the study of past questions found. */
export function studyLead(): string {
  const { figures } = study;
  return `On ${figures.n} past questions, our Brier score would have been ${fixed(figures.scores.ours.brier, 4)}, the traders' ${fixed(figures.scores.traders.brier, 4)}, and the mean of both ${fixed(figures.scores.combined.brier, 4)}.`;
}

export const studiedQuestions = study.figures.n;

type Model = Pick<ModelWeights, "version" | "fittedUntil">;

/**
 * Says which model forecast the past questions and that it had not been fitted on their reports, which the command
 * that computes the study guarantees. `inUse` is the model in use now.
 */
export function studyModelText(
  { modelVersion, fittedUntil, seen }: Pick<typeof study, "modelVersion" | "fittedUntil" | "seen">,
  inUse: Model,
): string {
  const day = calendarDay(fittedUntil);
  const model =
    modelVersion === inUse.version
      ? `that of the model in use (version ${modelVersion}, fitted on reports until ${day})`
      : `that of an earlier model (version ${modelVersion}, fitted on reports until ${day}), not of the one in use (version ${inUse.version}, fitted on reports until ${calendarDay(inUse.fittedUntil)})`;
  const left =
    seen === 0
      ? ""
      : ` ${counted(seen, "question")} about earlier reports ${seen === 1 ? "is" : "are"} left out.`;
  return `Our number is ${model}. All of these reports came after the last one in its fit.${left}`;
}

/** Says whether the mean price was too low, too high or about right for how often companies beat. */
export function studyPriceText({
  meanPrice,
  figures: { n, beats },
}: {
  meanPrice: number;
  figures: Pick<typeof study.figures, "n" | "beats">;
}): string {
  const points = Math.round(100 * (beats / n)) - Math.round(100 * meanPrice);
  const said =
    Math.abs(points) < 2
      ? "Prices were about right on average"
      : `Prices were too ${points > 0 ? "low" : "high"} on average`;
  return `${said}: the mean was ${percent(meanPrice)}, and ${percent(beats / n)} of these questions (${beats} of ${n}) ended Yes.`;
}

function shiftText({ n, leastEarlier, brier, brierUnshifted }: typeof study.shiftedPrice): string {
  const shift = "One shift of all log-odds";
  return n === 0
    ? `${shift} would remove that difference, but no month has ${leastEarlier} earlier questions to fit it on.`
    : `${shift} would remove that difference. Fitted on earlier months only, where those have at least ${leastEarlier} questions, it moves the traders' Brier score on ${counted(n, "question")} from ${fixed(brierUnshifted, 4)} to ${fixed(brier, 4)}. We do not use it.`;
}

/** Renders the comparison on past questions, with what differs between their questions and ours. */
export function studyPart(): Markup {
  const {
    figures,
    sameStrikeFigures,
    questions,
    sameStrike,
    adjusted,
    sameOutcome,
    shiftedPrice,
    months,
    auc,
  } = study;
  const { n } = figures;
  return (
    <section aria-labelledby="study" class="flex flex-col gap-4">
      <header class="flex flex-col gap-1">
        <h2 id="study" class="heading-2">
          The same comparison on past questions
        </h2>
        <p class="max-w-3xl text-sm text-muted">
          {number(questions)} questions on Polymarket from {monthName(study.from)} to {monthName(study.to)},
          resolved. {number(n)} are about companies whose past quarters we have and had a price one day before
          the report. {studyModelText(study, shippedWeights())} It was computed later and not sealed. The
          questions, prices and results of this study are real, also where the rest of the site is simulated.
        </p>
      </header>
      {scoresTable(`Scores on ${n} past questions`, figures, auc)}
      <p class="max-w-3xl text-sm text-muted">{differenceText(figures)}</p>
      <p class="max-w-3xl text-sm text-muted">
        What differs: {number(adjusted)} of the {number(n)} questions asked about adjusted EPS and the others
        about GAAP EPS or did not say; {number(sameStrike)} asked about our consensus to the cent. The
        question's result agreed with ours in {number(sameOutcome)} of {number(n)}; each forecast is scored on
        the question's. On the {number(sameStrike)} with the same EPS, our Brier score is{" "}
        {fixed(sameStrikeFigures.scores.ours.brier, 4)} and the traders'{" "}
        {fixed(sameStrikeFigures.scores.traders.brier, 4)}; ours minus theirs is{" "}
        {rangeText(sameStrikeFigures.oursAgainstTraders.brier)}.
      </p>
      <p class="max-w-3xl text-sm text-muted">
        {studyPriceText(study)} {shiftText(shiftedPrice)}
      </p>
      {renderTable(
        "Brier scores by month",
        ["Month", "Questions", names.ours, names.traders, "Both", "Traders, shifted"],
        months.map((month) =>
          tableRow([
            <span class="whitespace-nowrap">{monthName(month.month)}</span>,
            <span class="figures">{number(month.n)}</span>,
            ...[month.ours, month.traders, month.combined, month.shifted].map((brier) => (
              <span class="figures">{fixed(brier, 4)}</span>
            )),
          ]),
        ),
      )}
    </section>
  );
}

const monthName = (month: string) => quarterName(`${month}-01`);
