import type { ProbabilityAccess } from "#contract/calendar.ts";
import { dayAndTime, percent, perShare, shortDay, signed } from "#contract/format.ts";
import { MAX_ENDED, type NewsletterIssue } from "#contract/newsletter.ts";
import { outcomeBadgeOf, tossUpNote } from "#contract/prediction.ts";
import { OPEN_LARGEST_OF_WEEK } from "#contract/rules.ts";
import { marketHoursNotes } from "#contract/trading-days.ts";
import { composeMail, type UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import { EDUCATIONAL_DISCLAIMER, SAMPLE_DATA_NOTICE } from "./kind.ts";

const MEANING = {
  probability: "The probability is that of a beat: reported EPS above the consensus.",
  baseRate:
    "The base rate is the share of comparable companies' reports that beat the consensus in the last four seasons",
};

/** Says which probabilities the reader's plan includes and how to see more. */
const OPENED: Readonly<Record<ProbabilityAccess, readonly string[]>> = {
  none: [
    `${MEANING.baseRate}.`,
    `Probabilities are for accounts: a free one opens those of the ${OPEN_LARGEST_OF_WEEK} largest companies of each calendar week, a paid plan all of them. This email has them once an account with this address is confirmed.`,
  ],
  largest: [
    `${MEANING.probability} ${MEANING.baseRate}, and the edge is the difference.`,
    `Your free account opens the probabilities of the ${OPEN_LARGEST_OF_WEEK} largest companies of each calendar week, a paid plan all of them.`,
  ],
  all: [`${MEANING.probability} ${MEANING.baseRate}, and the edge is the difference.`],
};

export function newsletterIssueMail(
  to: string,
  issue: NewsletterIssue,
  opens: ProbabilityAccess,
  links: { calendarUrl: string; trackRecordUrl: string; unsubscribe: UnsubscribeLinks },
): Mail {
  const isSample = issue.dataMode === "sample";
  const order = opens === "none" ? "largest company first" : "largest edge first";
  return composeMail({
    to,
    subject: `${isSample ? "[Sample data] " : ""}The week's earnings reports, ${shortDay(issue.from, true)} to ${shortDay(issue.to, true)}`,
    paragraphs: [
      `As of ${dayAndTime(new Date(issue.asOf))} UTC.`,
      ...(isSample ? [SAMPLE_DATA_NOTICE] : []),
      ...OPENED[opens],
    ],
    sections: [
      {
        title: `Reports of ${shortDay(issue.from, true)} to ${shortDay(issue.to, true)}, ${order}`,
        lines: [...marketHoursNotes(issue.from, issue.to), ...upcomingLines(issue, opens)],
        more: { label: "The whole calendar", url: links.calendarUrl },
      },
      { title: "How last week's predictions turned out, wrong ones first", lines: endedLines(issue) },
    ],
    action: { label: "All predictions of record", url: links.trackRecordUrl },
    reason: `You get this email because the Beatcast newsletter was confirmed for this address. ${EDUCATIONAL_DISCLAIMER}`,
    unsubscribe: links.unsubscribe,
  });
}

function upcomingLines({ upcoming, upcomingCount }: NewsletterIssue, opens: ProbabilityAccess): string[] {
  const { reports, openCount } = upcoming[opens];
  if (upcomingCount === 0) return ["No prediction of record is open for these days."];
  const lines = reports.map(
    ({ symbol, companyName, reportDate, beatProbability, baseRate, consensusEps, currency }) =>
      `${symbol}, ${companyName}, ${shortDay(reportDate, true)}: ` +
      (beatProbability === null
        ? `base rate ${percent(baseRate, 1)}`
        : `probability of a beat ${percent(beatProbability, 1)}${tossUpNote(beatProbability)}, base rate ${percent(baseRate, 1)}, edge ${signed(100 * (beatProbability - baseRate))} points`) +
      `; consensus ${perShare(consensusEps, currency)}`,
  );
  const smaller = (opens === "none" ? upcomingCount : openCount) - reports.length;
  const closed = opens === "none" ? 0 : upcomingCount - openCount;
  return [
    ...lines,
    ...(smaller > 0
      ? [opens === "none" ? `Not listed: ${smaller}.` : `Not listed, with a smaller edge: ${smaller}.`]
      : []),
    ...(closed > 0 ? [`Open with a paid plan: ${closed} more.`] : []),
  ];
}

function endedLines({ ended, correctCount, wrongCount, tossUpCount }: NewsletterIssue): string[] {
  const count = correctCount + wrongCount;
  if (count === 0) return ["No prediction of record was settled in the past seven days."];
  const lines = ended.map(
    ({ isCorrect, symbol, companyName, predictionType, probability, actualResult, actualEps, ...row }) =>
      `${outcomeBadgeOf({ isCorrect }, probability).badge}: ${symbol}, ${companyName}, predicted a ${predictionType} at ${percent(probability, 1)}; ` +
      (actualEps === null ? "reported" : `reported ${perShare(actualEps, row.currency)}`) +
      ` against a consensus of ${perShare(row.consensusEps, row.currency)}, a ${actualResult}`,
  );
  const more = count > MAX_ENDED ? [`Not listed: ${count - ended.length}.`] : [];
  return [
    `Settled: ${count}, of which wrong: ${wrongCount}, right: ${correctCount}${tossUpCount === 0 ? "" : `; toss-ups among them: ${tossUpCount}`}.`,
    ...lines,
    ...more,
  ];
}
