import { calendarDay } from "#contract/format.ts";
import { relativeDayText } from "../figures.ts";
import { statement } from "../statement.ts";

export const dates = [
  statement({
    name: "report-due-confirmed",
    group: "context",
    slots: { day: "reportDate", standing: "dateStanding" },
    side: "context",
    holds: ({ standing }) => standing === "confirmed",
    wordings: [
      ({ day }, today) => `The report is due ${relativeDayText(day, today)}.`,
      ({ day }, today) => `It reports ${relativeDayText(day, today)}, a confirmed date.`,
    ],
  }),
  statement({
    name: "report-due-estimated",
    group: "context",
    slots: { day: "reportDate", standing: "dateStanding" },
    side: "context",
    holds: ({ standing }) => standing === "estimated",
    wordings: [
      ({ day }, today) =>
        `The report is expected ${relativeDayText(day, today)}, but the date is only an estimate.`,
      ({ day }, today) =>
        `By estimate the report comes ${relativeDayText(day, today)}; the company has not confirmed it.`,
    ],
  }),
  statement({
    name: "report-date-passed",
    group: "context",
    slots: { day: "reportDate", standing: "dateStanding" },
    side: "context",
    holds: ({ standing }) => standing === "passed",
    wordings: [
      ({ day }, today) =>
        `The last known report date was ${relativeDayText(day, today).replace("on ", "")}; the next is not known yet.`,
      () => "The known report date has passed, and the next one is not known.",
    ],
  }),
  statement({
    name: "report-session",
    group: "context",
    slots: { session: "reportSession" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ session }) => `The report comes ${session}.`,
      ({ session }) => `Expect the figures ${session}.`,
    ],
  }),
  statement({
    name: "report-window",
    group: "context",
    slots: { from: "reportDate", to: "reportDateEnd" },
    side: "context",
    holds: ({ from, to }) => from < to,
    wordings: [
      ({ from, to }) => `The report may come on any day from ${calendarDay(from)} to ${calendarDay(to)}.`,
      ({ from, to }) =>
        `Its day is not fixed: the first is ${calendarDay(from)}, the last ${calendarDay(to)}.`,
    ],
  }),
];

const slots = { before: "reportMovedFrom", now: "reportDate" } as const;

/** Statements on a changed report date. These facts are no input of the model's probability. */
export const movedDates = [
  statement({
    name: "report-moved-later",
    group: "context",
    slots,
    side: "context",
    holds: ({ before, now }) => before < now,
    wordings: [
      ({ before, now }, today) =>
        `The report has moved to a later day: it was due ${relativeDayText(before, today)} and is now due ${relativeDayText(now, today)}.`,
      ({ before, now }, today) =>
        `The date slipped: first ${relativeDayText(before, today)}, now ${relativeDayText(now, today)}.`,
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
        `The report has moved to an earlier day: it was due ${relativeDayText(before, today)} and is now due ${relativeDayText(now, today)}.`,
      ({ before, now }, today) =>
        `The date was brought forward: first ${relativeDayText(before, today)}, now ${relativeDayText(now, today)}.`,
    ],
    tag: () => "Report moved to an earlier day",
  }),
];
