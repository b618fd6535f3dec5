import { useQuery } from "@tanstack/react-query";
import type { AnalysisChange } from "#contract/change.ts";
import { shortDay } from "#lib/dates.ts";
import { LoadFailure } from "#ui/notice.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { changeQuery } from "../../api.ts";
import { predictionPath } from "../../views.ts";
import { ResultSection } from "../sections/section.tsx";
import { changeFinding, changeRows } from "./change-texts.ts";

type Props = {
  /** The prediction that is shown. */
  predictionId: string;
  /** The market's time it speaks of. */
  asOf: string;
};

/** What changed since the viewer's previous analysis of the ticker. Nothing for the first one. */
export function PreviousAnalysis({ predictionId, asOf }: Props) {
  const { data, error, isFetching, refetch } = useQuery(changeQuery(predictionId));
  if (error)
    return (
      <LoadFailure
        title="Your previous analysis could not be compared"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data?.change) return null;
  return (
    <ResultSection id="previous" title="Since your previous analysis" finding={changeFinding(data.change)}>
      <ChangeTable change={data.change} asOf={asOf} />
    </ResultSection>
  );
}

function ChangeTable({ change, asOf }: { change: AnalysisChange; asOf: string }) {
  return (
    <>
      <Table caption="The previous analysis beside this one">
        <thead>
          <tr>
            <HeadingCell>Figure</HeadingCell>
            <HeadingCell isNumeric>{shortDay(change.asOf)}</HeadingCell>
            <HeadingCell isNumeric>{shortDay(asOf)}</HeadingCell>
            <HeadingCell isNumeric>Difference</HeadingCell>
          </tr>
        </thead>
        <tbody>
          {changeRows(change).map(({ name, from, to, difference }) => (
            <tr key={name}>
              <Cell>{name}</Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {from}
              </Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {to}
              </Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {difference}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-sm text-muted">
        {change.contributions
          ? `${change.contributions.start.label} is where the model's steps begin. They are in points of probability, and their differences add up to that of P(beat). `
          : "The model's steps of the two cannot be compared. "}
        <a href={predictionPath(change.predictionId)} className="link">
          The analysis of {shortDay(change.asOf)}
        </a>
      </p>
    </>
  );
}
