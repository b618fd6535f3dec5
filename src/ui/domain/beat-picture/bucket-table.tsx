import { useState } from "react";
import { type BeatPicture, bucketOf, surpriseBuckets } from "#contract/beat-picture.ts";
import type { PastReactions } from "#contract/past-reactions.ts";
import { counted, MISSING, number, percent, perShare } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "../../table.tsx";

const caption = "Surprise over the consensus";

export function BucketTable({ picture }: BucketCounts) {
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

export type BucketCounts = {
  picture: BeatPicture;
  probability: number;
  baseRate: number;
  consensusEps: number;
  currency: string | null;
  reactions: Pick<PastReactions, "rows">;
};

/** Formats as "Beat by 5% to 10%". */
function bucketName(bucket: number): string {
  const { from, to } = surpriseBuckets[bucket] ?? { from: 0, to: 0 };
  if (from === to) return "Met to the cent";
  const size = (edge: number) => `${number(100 * Math.abs(edge), 1)}%`;
  if (from === null) return `Miss by ${size(to ?? 0)} or more`;
  if (to === null) return `Beat by ${size(from)} or more`;
  const [word, near, far] = from < 0 ? ["Miss", to, from] : ["Beat", from, to];
  return near === 0 ? `${word} by less than ${size(far)}` : `${word} by ${size(near)} to ${size(far)}`;
}

function ownCounts({ quarters }: Pick<BeatPicture, "quarters">): number[] {
  const counts = surpriseBuckets.map(() => 0);
  for (const { surprise } of quarters) {
    const bucket = bucketOf(surprise);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

/**
 * Returns sentences that say how likely the bucket is, how often it has occurred, and how the share's price
 * changed afterward.
 */
export function bucketReading(bucket: number, { picture, ...counts }: BucketCounts): string[] {
  const share = picture.shares?.[bucket];
  const { from, to, band } = surpriseBuckets[bucket] ?? { from: null, to: null, band: "meet" };
  const eps = (edge: number) =>
    perShare(counts.consensusEps + edge * Math.abs(counts.consensusEps), counts.currency);
  const range =
    from === to
      ? ""
      : from === null
        ? ` (${eps(to ?? 0)} or less)`
        : to === null
          ? ` (${eps(from)} or more)`
          : ` (${eps(from)} to ${eps(to)})`;
  const own = ownCounts(picture)[bucket] ?? 0;
  const likely = share === undefined ? "" : ` ${percent(share, 1)} likely;`;
  const reaction = counts.reactions.rows.find((row) => row.band === band);
  return [
    `${bucketName(bucket)}${range}:${likely} similar companies ${percent(picture.baseShares[bucket] ?? 0, 1)}.`,
    picture.quarters.length === 0
      ? "No past report is known."
      : `It came in ${own} of ${counted(picture.quarters.length, "past report")}.`,
    ...(reaction
      ? [
          `After ${bandWords[band]}, shares of large companies rose ${percent(reaction.shareRose)} of the time and moved ±${number(reaction.meanSizePercent, 1)}%.`,
        ]
      : []),
  ];
}

const bandWords = {
  missBy5OrMore: "misses of 5% or more",
  miss: "smaller misses",
  meet: "exact meets",
  beat: "beats of less than 5%",
  beatBy5OrMore: "beats of 5% or more",
} as const;

export function descriptionOf({ picture, probability, baseRate }: BucketCounts): string {
  const beats = picture.quarters.filter(({ surprise }) => surprise > 0).length;
  const likeliest = picture.shares?.indexOf(Math.max(...picture.shares)) ?? -1;
  return [
    `Probability of a beat ${percent(probability, 1)}, base rate ${percent(baseRate, 1)}.`,
    likeliest < 0 ? "" : `Likeliest: ${bucketName(likeliest).toLowerCase()}.`,
    picture.quarters.length === 0
      ? ""
      : `Beats in ${beats} of ${counted(picture.quarters.length, "past report")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
