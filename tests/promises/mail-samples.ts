import * as account from "../../worker/mail/account-letters.ts";
import * as billing from "../../worker/mail/billing-letters.ts";
import type { WayOut } from "../../worker/mail/letter.ts";
import * as issue from "../../worker/mail/newsletter-issue-letter.ts";
import * as newsletter from "../../worker/mail/newsletter-letters.ts";
import type { Mail } from "../../worker/mail/port.ts";
import * as research from "../../worker/mail/research-letters.ts";

const to = "reader@example.com";
const url = "https://beatcast.example/page";
const wayOut: WayOut = { label: "Turn these mails off", pageUrl: url, oneClickUrl: url };
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
const issueOf = (dataMode: "live" | "sample", isEmpty = false) => ({
  asOf: at.toISOString(),
  dataMode,
  from: "2026-11-23",
  to: "2026-11-29",
  upcoming: isEmpty
    ? []
    : [
        {
          symbol: "AAPL",
          companyName: "Apple Inc.",
          consensusEps: 1.2,
          currency: "USD",
          reportDate: "2026-11-26",
          beatProbability: 0.8,
          baseRate: 0.7,
        },
      ],
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
];

/** Every letter with sample values, in all of its forms, by the name of its function. */
export const mailSamples: Readonly<Record<string, readonly Mail[]>> = {
  confirmEmailLetter: [account.confirmEmailLetter(to, url)],
  resetPasswordLetter: [true, false].map((isConfirmed) =>
    account.resetPasswordLetter(to, url, { isConfirmed }),
  ),
  alreadyRegisteredLetter: [account.alreadyRegisteredLetter(to, url)],
  securityChangeLetter: changes.map((change) => account.securityChangeLetter(to, change, at, url)),
  accountDeletedLetter: [account.accountDeletedLetter(to)],
  failedPaymentLetter: [billing.failedPaymentLetter(to, url, wayOut)],
  setUpLetter: [billing.setUpLetter(to, url)],
  confirmNewsletterLetter: [newsletter.confirmNewsletterLetter(to, url)],
  newsletterWelcomeLetter: [newsletter.newsletterWelcomeLetter(to, wayOut)],
  newsletterIssueLetter: [issueOf("live"), issueOf("sample"), issueOf("live", true)].map((one) =>
    issue.newsletterIssueLetter(to, one, { trackRecordUrl: url, wayOut }),
  ),
  settledLetter: [true, false].map((isCorrect) =>
    research.settledLetter(
      to,
      prediction(isCorrect ? "live" : "sample"),
      { actualEps: 1.3, actualResult: isCorrect ? "beat" : "miss", isCorrect },
      url,
      wayOut,
    ),
  ),
  reminderLetter: [research.reminderLetter(to, prediction("live"), at, url, wayOut)],
  weeklyLetter: [
    research.weeklyLetter(to, { asked: 3, settled: 2, correct: 1, awaited: ["AAPL"] }, url, wayOut),
    research.weeklyLetter(to, { asked: 0, settled: 0, correct: 0, awaited: [] }, url, wayOut),
  ],
};

/** The names of the functions that write letters, as the mail room exports them. */
export const letterNames = [account, billing, issue, newsletter, research]
  .flatMap((module) => Object.keys(module))
  .filter((name) => name.endsWith("Letter"));
