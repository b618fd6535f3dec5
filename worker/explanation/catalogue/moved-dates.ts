import { dayWords } from "../figures.ts";
import { statement } from "../statement.ts";

const slots = { before: "reportMovedFrom", now: "reportDate" } as const;

/** That the expected day of the report changed: worth knowing, and no part of the number. */
export const movedDates = [
  statement({
    name: "report-moved-later",
    group: "context",
    slots,
    side: "context",
    holds: ({ before, now }) => before < now,
    wordings: [
      ({ before, now }, today) =>
        `The report has moved to a later day: it was due ${dayWords(before, today)} and is now due ${dayWords(now, today)}.`,
      ({ before, now }, today) =>
        `The date slipped: first ${dayWords(before, today)}, now ${dayWords(now, today)}.`,
    ],
    tag: () => "Report moved to a later day",
  }),
  statement({
    name: "report-moved-earlier",
    group: "context",
    slots,
    side: "context",
    holds: ({ before, now }) => before > now,
    wordings: [
      ({ before, now }, today) =>
        `The report has moved to an earlier day: it was due ${dayWords(before, today)} and is now due ${dayWords(now, today)}.`,
      ({ before, now }, today) =>
        `The date was brought forward: first ${dayWords(before, today)}, now ${dayWords(now, today)}.`,
    ],
    tag: () => "Report moved to an earlier day",
  }),
];
