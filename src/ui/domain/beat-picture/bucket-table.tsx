import { useState } from "react";
import { MISSING, percent } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "../../table.tsx";
import { bucketName, type Counted, ownCounts } from "./bucket-texts.ts";

const caption = "Surprise over the consensus";

export function BucketTable({ picture }: Counted) {
  const [isOpen, setIsOpen] = useState(false);
  const own = ownCounts(picture);
  return (
    <details className="print:hidden" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="link inline-block cursor-pointer text-xs">
        Show as a table<span className="sr-only">: {caption}</span>
      </summary>
      {isOpen && (
        <Table caption={caption}>
          <thead>
            <tr>
              <HeadingCell>Surprise</HeadingCell>
              <HeadingCell isNumeric>Probability</HeadingCell>
              <HeadingCell isNumeric>Similar companies</HeadingCell>
              <HeadingCell isNumeric>Its last {picture.quarters.length}</HeadingCell>
            </tr>
          </thead>
          <tbody>
            {picture.baseShares
              .map((base, bucket) => (
                <tr key={bucketName(bucket)}>
                  <Cell>{bucketName(bucket)}</Cell>
                  <Cell isNumeric>{picture.shares ? percent(picture.shares[bucket] ?? 0, 1) : MISSING}</Cell>
                  <Cell isNumeric>{percent(base, 1)}</Cell>
                  <Cell isNumeric>{own[bucket]}</Cell>
                </tr>
              ))
              .reverse()}
          </tbody>
        </Table>
      )}
    </details>
  );
}
