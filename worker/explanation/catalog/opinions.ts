import { counted } from "#contract/format.ts";
import { money, sizePercentText } from "../figures.ts";
import { statement } from "../statement.ts";

/** A price target is near the share price within this percentage of it. */
const NEAR = 5;

/**
 * Statements on analysts' ratings and price targets. They take no side, because they are about the share and
 * not about this report.
 */
export const opinions = [
  statement({
    name: "rated-buy",
    group: "context",
    slots: { rating: "ratingConsensus", analysts: "ratingCount" },
    side: "context",
    holds: ({ rating, analysts }) => analysts > 0 && (rating === "buy" || rating === "strong buy"),
    wordings: [
      ({ rating, analysts }) => `${counted(analysts, "analyst")} rate the share, on average a ${rating}.`,
      ({ rating, analysts }) => `The mean of ${counted(analysts, "rating")} is ‘${rating}’.`,
    ],
    tag: ({ rating }) => `Mean rating ${rating}`,
  }),
  statement({
    name: "rated-hold",
    group: "context",
    slots: { rating: "ratingConsensus", analysts: "ratingCount" },
    side: "context",
    holds: ({ rating, analysts }) => analysts > 0 && rating === "hold",
    wordings: [
      ({ analysts }) => `On average ${counted(analysts, "analyst")} rate the share a hold.`,
      ({ analysts }) => `The mean of ${counted(analysts, "rating")} is ‘hold’.`,
    ],
    tag: () => "Mean rating hold",
  }),
  statement({
    name: "rated-sell",
    group: "context",
    slots: { rating: "ratingConsensus", analysts: "ratingCount" },
    side: "context",
    holds: ({ rating, analysts }) => analysts > 0 && (rating === "sell" || rating === "strong sell"),
    wordings: [
      ({ rating, analysts }) =>
        `Analysts are wary of the share: the mean of ${counted(analysts, "rating")} is ‘${rating}’.`,
      ({ rating, analysts }) => `On average ${counted(analysts, "analyst")} rate the share a ${rating}.`,
    ],
    tag: ({ rating }) => `Mean rating ${rating}`,
  }),
  statement({
    name: "target-above-price",
    group: "context",
    slots: { target: "meanTarget", gap: "targetGap" },
    side: "context",
    holds: ({ gap }) => gap > NEAR,
    wordings: [
      ({ target, gap }) =>
        `The mean price target is ${money(target)}, ${sizePercentText(gap)} above the share price.`,
      ({ target, gap }) =>
        `Analysts see the share at ${money(target)}, ${sizePercentText(gap)} higher than now.`,
    ],
    tag: ({ target }) => `Mean price target ${money(target)}`,
  }),
  statement({
    name: "target-below-price",
    group: "context",
    slots: { target: "meanTarget", gap: "targetGap" },
    side: "context",
    holds: ({ gap }) => gap < -NEAR,
    wordings: [
      ({ target, gap }) =>
        `The mean price target is ${money(target)}, ${sizePercentText(gap)} below the share price.`,
      ({ target, gap }) =>
        `Analysts see the share at ${money(target)}, ${sizePercentText(gap)} lower than now.`,
    ],
    tag: ({ target }) => `Mean price target ${money(target)}`,
  }),
  statement({
    name: "target-near-price",
    group: "context",
    slots: { target: "meanTarget", gap: "targetGap" },
    side: "context",
    holds: ({ gap }) => Math.abs(gap) <= NEAR,
    wordings: [
      ({ target }) => `The mean price target, ${money(target)}, is close to the share price.`,
      ({ target }) => `Analysts see the share about where it stands, at ${money(target)}.`,
    ],
    tag: ({ target }) => `Mean price target ${money(target)}`,
  }),
  statement({
    name: "target-range",
    group: "context",
    slots: { lowest: "lowestTarget", highest: "highestTarget" },
    side: "context",
    holds: ({ lowest, highest }) => lowest.currency === highest.currency && lowest.amount < highest.amount,
    wordings: [
      ({ lowest, highest }) => `Price targets run from ${money(lowest)} to ${money(highest)}.`,
      ({ lowest, highest }) =>
        `The lowest price target is ${money(lowest)} and the highest ${money(highest)}.`,
    ],
  }),
  statement({
    name: "ratings-only-raised",
    group: "context",
    slots: { raised: "ratingsRaised", cut: "ratingsCut" },
    side: "context",
    holds: ({ raised, cut }) => raised > 0 && cut === 0,
    wordings: [
      ({ raised }) => `${counted(raised, "analyst")} raised a rating in 30 days, and none cut one.`,
      ({ raised }) => `In 30 days ${counted(raised, "rating")} went up and none went down.`,
    ],
    tag: ({ raised }) => `${counted(raised, "rating")} raised in 30 days`,
  }),
  statement({
    name: "ratings-only-cut",
    group: "context",
    slots: { raised: "ratingsRaised", cut: "ratingsCut" },
    side: "context",
    holds: ({ raised, cut }) => cut > 0 && raised === 0,
    wordings: [
      ({ cut }) => `${counted(cut, "analyst")} cut a rating in 30 days, and none raised one.`,
      ({ cut }) => `In 30 days ${counted(cut, "rating")} went down and none went up.`,
    ],
    tag: ({ cut }) => `${counted(cut, "rating")} cut in 30 days`,
  }),
  statement({
    name: "ratings-split",
    group: "context",
    slots: { raised: "ratingsRaised", cut: "ratingsCut" },
    side: "context",
    holds: ({ raised, cut }) => raised > 0 && cut > 0,
    wordings: [
      ({ raised, cut }) => `In 30 days ${counted(raised, "rating")} went up and ${cut} went down.`,
      ({ raised, cut }) => `Ratings of the share changed both ways in 30 days: ${raised} raised, ${cut} cut.`,
    ],
  }),
  statement({
    name: "rating-changes",
    group: "context",
    slots: { changes: "ratingChanges" },
    side: "context",
    holds: ({ changes }) => changes > 0,
    wordings: [
      ({ changes }) => `Analysts changed or confirmed a rating ${counted(changes, "time")} in 30 days.`,
      ({ changes }) =>
        `In 30 days there ${changes === 1 ? "was" : "were"} ${counted(changes, "note")} on the share's rating.`,
    ],
  }),
];
