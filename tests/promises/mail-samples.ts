import * as account from "#accounts/mail/account-mails.ts";
import * as alert from "#notifications/mail/alert-mail.ts";
import * as billing from "#notifications/mail/billing-mails.ts";
import * as issue from "#notifications/mail/newsletter-issue-mail.ts";
import * as newsletter from "#notifications/mail/newsletter-mails.ts";
import * as research from "#notifications/mail/research-mails.ts";
import * as webhooks from "#notifications/mail/webhook-mails.ts";
import type { UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import * as operator from "#record/drift/operator-mails.ts";

const to = "reader@example.com";
const url = "https://beatcast.example/page";
const unsubscribe: UnsubscribeLinks = { label: "Turn these emails off", pageUrl: url, oneClickUrl: url };
const at = new Date("2026-11-20T21:00:00Z");

const prediction = (dataMode: "live" | "sample"): research.PredictionInMail => ({
  symbol: "AAPL",
  companyName: "Apple Inc.",
  predictionType: "beat",
  probability: 0.713,
  consensusEps: 1.2,
  currency: "USD",
  dataMode,
});
const report = {
  symbol: "AAPL",
  companyName: "Apple Inc.",
  consensusEps: 1.2,
  currency: "USD",
  reportDate: "2026-11-26",
  beatProbability: 0.8,
  baseRate: 0.7,
};
const noReports = { reports: [], openCount: 0 };
const issueOf = (dataMode: "live" | "sample", isEmpty = false) => ({
  asOf: at.toISOString(),
  dataMode,
  from: "2026-11-23",
  to: "2026-11-29",
  upcoming: isEmpty
    ? { none: noReports, largest: noReports, all: noReports }
    : {
        none: { reports: [{ ...report, beatProbability: null }], openCount: 0 },
        largest: { reports: [report], openCount: 2 },
        all: { reports: [report], openCount: 3 },
      },
  upcomingCount: isEmpty ? 0 : 3,
  ended: isEmpty
    ? []
    : [
        {
          symbol: "KO",
          companyName: "The Coca-Cola Company",
          consensusEps: 0.7,
          currency: "USD",
          predictionType: "beat" as const,
          probability: 0.6,
          actualEps: 0.6,
          actualResult: "miss" as const,
          isCorrect: false,
        },
      ],
  correctCount: 0,
  wrongCount: isEmpty ? 0 : 1,
});

const changes: account.SecurityChange[] = [
  "password changed",
  "two-factor enabled",
  "two-factor disabled",
  "recovery code used",
  "data exported",
  "API key made",
  "API key revoked",
  "webhook added",
];

/** Every mail with sample values, in all of its forms, by the name of its function. */
export const mailSamples: Readonly<Record<string, readonly Mail[]>> = {
  confirmEmailMail: [account.confirmEmailMail(to, url)],
  resetPasswordMail: [true, false].map((isConfirmed) => account.resetPasswordMail(to, url, { isConfirmed })),
  alreadyRegisteredMail: [account.alreadyRegisteredMail(to, url)],
  securityChangeMail: changes.map((change) => account.securityChangeMail(to, change, at, url)),
  accountDeletedMail: [account.accountDeletedMail(to)],
  failedPaymentMail: [billing.failedPaymentMail(to, url, unsubscribe)],
  setUpMail: [billing.setUpMail(to, url)],
  confirmNewsletterMail: [newsletter.confirmNewsletterMail(to, url)],
  newsletterWelcomeMail: [newsletter.newsletterWelcomeMail(to, unsubscribe)],
  newsletterIssueMail: [issueOf("live"), issueOf("sample"), issueOf("live", true)].flatMap((one) =>
    (["none", "largest", "all"] as const).map((opens) =>
      issue.newsletterIssueMail(to, one, opens, { calendarUrl: url, trackRecordUrl: url, unsubscribe }),
    ),
  ),
  settledMail: [true, false].map((isCorrect) =>
    research.settledMail(
      to,
      prediction(isCorrect ? "live" : "sample"),
      { actualEps: 1.3, actualResult: isCorrect ? "beat" : "miss", isCorrect },
      url,
      unsubscribe,
    ),
  ),
  alertMail: [
    alert.alertMail(to, {
      title: "AAPL reports tomorrow",
      lines: ["AAPL reports tomorrow. Apple Inc. is expected to report on Nov 21, after the close."],
      ...{ dataMode: "live" as const, flag: "earningsReminders" as const, url, unsubscribe },
    }),
  ],
  reminderMail: [research.reminderMail(to, prediction("live"), at, url, unsubscribe)],
  weeklyMail: [
    research.weeklyMail(to, { asked: 3, settled: 2, correct: 1, awaited: ["AAPL"] }, url, unsubscribe),
    research.weeklyMail(to, { asked: 0, settled: 0, correct: 0, awaited: [] }, url, unsubscribe),
  ],
  driftMail: [
    operator.driftMail(
      to,
      {
        week: "2026-W47",
        news: ["Energy: 40.0% of 200 beat, 70.0% were predicted to."],
        standing: ["All sectors: 55.0% of 400 beat, 70.0% were predicted to."],
      },
      url,
    ),
  ],
  webhookPausedMail: [webhooks.webhookPausedMail(to, "hooks.example.com", url)],
};

/** The names of the functions that write mails, as worker/platform/mail exports them. */
export const mailNames = [account, alert, billing, issue, newsletter, operator, research, webhooks]
  .flatMap((module) => Object.keys(module))
  .filter((name) => name.endsWith("Mail"));
