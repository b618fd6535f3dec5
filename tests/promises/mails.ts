import type { PromiseList } from "./promise-list.ts";

const alerted =
  "tests/worker/notifications/alerts.test.ts#reports of tomorrow > are one mail and one entry a company, though each message comes twice at once and the job runs again";
const apiKeyLife =
  "tests/worker/accounts/api-keys.test.ts#a revoked key is listed as such; it was made and revoked in the security log and by mail";
const apiKeyUse =
  "tests/worker/app/http/v1.test.ts#an analysis through a key > is the page's, counted on the plan, and told by headers";
const apiKeyRevoked =
  "tests/worker/app/http/v1.test.ts#a leaked key's life > is made, used, revoked and refused at once, also where an answer was reusable";
const baseRate =
  "tests/unit/model/reference-class.test.ts#the reference class > has the beat rate of comparable companies, drawn towards the whole, with its N and interval";
const beatNotRise =
  "tests/unit/explanation/narrator/rules.test.ts#the rules narrator > always says that a beat does not mean that the stock rises";
const confirmOnce =
  "tests/worker/accounts/mailed-links.test.ts#confirming an address > is asked for by mail after signing up, and works once";
const contract =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > answers the whole analysis in the contract's shape, labelled as sample";
const driftFound =
  "tests/worker/record/drift/watch-drift.test.ts#the weekly watch of drift > finds what is off in all and by sector, once a week, in the thirteen weeks that are over";
const driftMailed =
  "tests/worker/record/drift/watch-drift.test.ts#the mail about drift > goes to operators with a confirmed address, once, with what is new";
const driftProposed =
  "tests/worker/record/drift/watch-drift.test.ts#the weekly watch of drift > proposes a recalibration with its evidence and a version, and changes no prediction";
const deletes =
  "tests/worker/accounts/privacy.test.ts#deleting an account > leaves no trace of e-mail, name or id in any table, nor a file";
const edge =
  "tests/unit/model/forecast.test.ts#a forecast > has an edge only beyond three points of the base rate";
const endsSessions =
  "tests/worker/accounts/privacy.test.ts#deleting an account > ends every session, token and cookie, and forgets whose calls were used";
const exports =
  "tests/worker/accounts/privacy.test.ts#exporting > gives one file with everything held on the person";
const failedPay =
  "tests/worker/accounts/notices.test.ts#a payment that failed > is told once a period, unless billing notifications are off";
const grace =
  "tests/worker/billing/subscription-state.test.ts#what a state allows > rule 14: past due keeps its access for seven days from the renewal, then falls to the free limit";
const issue =
  "tests/worker/accounts/newsletter-issue.test.ts#the week's issue > lists the ten reports of the coming week with the largest edge, and how the past week's predictions ended, wrong ones first";
const issueByPlan =
  "tests/worker/accounts/newsletter-issue.test.ts#the probabilities of an issue > go to those whose plan opens them when it is sent, as the calendar shows them";
const issueOpen =
  "tests/worker/accounts/newsletter-issue.test.ts#the probabilities of an issue > wait for no plan: dates, consensus and base rates are for everyone, largest company first";
const issueConfirmed =
  "tests/worker/accounts/newsletter-issue.test.ts#sending an issue > reaches each confirmed reader once, whatever the ticks, and nobody who confirmed later";
const issueEmpty =
  "tests/worker/accounts/newsletter-issue.test.ts#the week's issue > is not sent in a week without a report or a settled prediction, and says so where one of them is missing";
const issueMonday =
  "tests/worker/accounts/newsletter-issue.test.ts#the week's issue > goes out from Monday noon UTC for two days";
const issueOut =
  "tests/worker/accounts/newsletter-issue.test.ts#sending an issue > has an unsubscribe link that ends this reader's subscription alone, by one click, and changes nothing when opened";
const issueSample =
  "tests/worker/accounts/newsletter-issue.test.ts#the preview of a development run goes to the demo reader, with sample data said";
const linkTimes = "tests/worker/accounts/link-times.test.ts#a mailed link works as long as its mail says";
const newsletterOnce =
  "tests/worker/accounts/newsletter.test.ts#the newsletter box > subscribes nobody before the mailed link is used, which works once";
const noTrace =
  "tests/worker/record/track-record.test.ts#the public ledger > holds users' own calls without a trace of the user, and verifies";
const pwChange =
  "tests/worker/accounts/password.test.ts#changing the password > ends every other session and keeps this one";
const recoveryOnce =
  "tests/worker/accounts/two-factor.test.ts#signing in with two-factor on > takes each recovery code once, however it is typed";
const reminded =
  "tests/worker/accounts/notices.test.ts#a report that comes within a day > is reminded of once, in Eastern time, and not before";
const remindedOff =
  "tests/worker/accounts/notices.test.ts#a report that comes within a day > is not reminded of to a person who turned reminders off";
const resetExpired =
  "tests/worker/accounts/mailed-links.test.ts#a forgotten password > answers a wrong, a used and an expired link alike";
const resetOnce =
  "tests/worker/accounts/mailed-links.test.ts#a forgotten password > is replaced by the link, which ends every session and proves the address";
const sameNumbers =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > gives everyone the same numbers at the same time";
const setUpAccept =
  "tests/worker/billing/sandbox.test.ts#a visitor who subscribes > who has an account signs in instead and accepts, and only then the plan is the account's";
const setUpLate =
  "tests/worker/billing/sandbox.test.ts#a visitor who subscribes > cannot set up the account 24 hours later";
const setUpMail =
  "tests/worker/billing/sandbox.test.ts#a visitor who subscribes > who closed the browser sets the account up from the mail, on any device, once";
const settledOff =
  "tests/worker/accounts/notices.test.ts#a settled prediction > is not told to a person who set %j";
const settledTold =
  "tests/worker/accounts/notices.test.ts#a settled prediction > is told once, with what was called and what came";
const calendarFree =
  "tests/worker/season/calendar.test.ts#GET /api/calendar > opens the twenty largest of the week to a free account";
const calendarPaid =
  "tests/worker/season/calendar.test.ts#GET /api/calendar > opens everything to the plan %s";
const calendarVisitor =
  "tests/worker/season/calendar.test.ts#GET /api/calendar > shows a visitor dates, consensus, base rates and what was reported, but no open probability";
const taken =
  "tests/worker/accounts/mailed-links.test.ts#signing up with a taken address > tells the mailbox's owner instead of the caller";
const tfaAsked =
  "tests/worker/accounts/two-factor.test.ts#signing in with two-factor on > gives no session, token or cookie for the password alone";
const tfaOff =
  "tests/worker/accounts/two-factor.test.ts#turning two-factor off > needs password and code, and then signs in without a code";
const unconfirmedReset =
  "tests/worker/accounts/two-factor.test.ts#attack: two-factor as a trap > falls with everything else a stranger set up when the mailbox's owner resets the password";
const unsubscribe =
  "tests/worker/accounts/notices.test.ts#the unsubscribe link of a notice > is one click of the mail program, turns off exactly that preference, and may be repeated";
const webhookAdded =
  "tests/worker/accounts/webhooks.test.ts#an endpoint > is added once its secret is shown, which is stored encrypted, listed by nobody and not in the export";
const webhookPaused =
  "tests/worker/accounts/webhooks.test.ts#a webhook > finds an endpoint paused that failed for days: the owner is written to once, and resumes it";
const weekly =
  "tests/worker/accounts/notices.test.ts#the weekly summary > comes on Monday to those who turned it on, once";

/** Every mail, with the values of tests/promises/mail-samples.ts. */
export const mails: PromiseList = {
  kept: {
    "A new API key was made": apiKeyLife,
    "A webhook endpoint was added": webhookAdded,
    "Beatcast now sends events to an address that was added to your account.": [
      webhookAdded,
      "tests/worker/accounts/webhooks.test.ts#events of the record > are sent for each lock, settlement and move from then on, once, with their figures",
    ],
    "Remove it there if it is not yours.": webhookAdded,
    "A webhook endpoint was paused": webhookPaused,
    "Your webhook endpoint at hooks.example.com answered nothing but failures for days, or said that it is gone.":
      webhookPaused,
    "We no longer send to it.": webhookPaused,
    "Once it works again, resume it in your account.": webhookPaused,
    "What happens until then is not sent later.": webhookPaused,
    "You get this email because you added a webhook endpoint to your Beatcast account.": webhookPaused,
    "A key was made that reads your predictions and analyzes companies in your name.": apiKeyUse,
    "Revoke it in your account if it is not yours.": apiKeyLife,
    "An API key was revoked": apiKeyLife,
    "A key of your Beatcast account was revoked.": apiKeyLife,
    "Programs that used it are refused.": apiKeyRevoked,
    "The link works once, within 24 hours.": [confirmOnce, linkTimes],
    "If you did not create an account, someone else did: do not confirm the address.": confirmOnce,
    "You can simply ignore this email.": confirmOnce,
    "Someone, hopefully you, asked for a new password for your Beatcast account.": resetOnce,
    "The link works once, within one hour.": [resetOnce, resetExpired, linkTimes],
    "Using it signs the account out everywhere.": resetOnce,
    "This address was never confirmed, so someone else may have set up the account.": unconfirmedReset,
    "The link confirms the address, turns two-factor authentication off and clears the profile and settings.":
      unconfirmedReset,
    "If you did not ask for it, ignore this email: your password stays as it is.": resetOnce,
    "Someone, perhaps you, tried to create an account with this address.": taken,
    "There is one already.": taken,
    "You can sign in to it, or set a new password.": [taken, resetOnce],
    "You get this email because it concerns the security of your Beatcast account.": pwChange,
    "The password of your Beatcast account was changed.": pwChange,
    "You have been signed out everywhere else.": pwChange,
    "From now on, signing in to your Beatcast account asks for a code from your authenticator app.": tfaAsked,
    "Signing in to your Beatcast account no longer asks for a code.": tfaOff,
    "Someone signed in to your Beatcast account with a recovery code.": recoveryOnce,
    "That code does not work again.": recoveryOnce,
    "A copy of everything we store about you was made and sent to the browser that asked for it.": exports,
    "It happened on Fri, 20 Nov 2026 21:00:00 GMT.": pwChange,
    "Your account and your personal data have been deleted, and you have been signed out everywhere.": [
      deletes,
      endsSessions,
    ],
    "The public record of predictions stays, with nothing in it that leads back to you.": noTrace,
    "This is the last email we send to this address.": deletes,
    "The renewal of your Beatcast subscription could not be charged.": failedPay,
    "Your plan stays for a few days.": grace,
    'You get this email because "Billing Notifications" is on in your account\'s notifications.': failedPay,
    "Your payment has arrived.": setUpMail,
    "If you have not chosen a password yet, you can do so here, on any device, within 24 hours.": [
      setUpMail,
      setUpLate,
    ],
    "If you already have an account, sign in on the same page and add the subscription to it.": setUpAccept,
    "Nothing is added until you decide.": setUpAccept,
    "You get this email because this address was given at the checkout.": setUpMail,
    "Someone, hopefully you, asked for the weekly Beatcast newsletter: the coming reports, and how last week's predictions turned out.":
      [newsletterOnce, issue],
    "It starts only after you confirm.": newsletterOnce,
    "The link works once, within seven days.": [newsletterOnce, linkTimes],
    "If you did not ask for it, ignore this email: unless you open the link, no newsletter comes.":
      newsletterOnce,
    "The newsletter goes out on Mondays, and the next one comes to this address.": [
      issueMonday,
      issueConfirmed,
    ],
    "Each newsletter has a link that ends the subscription.": issueOut,
    "You get this email because the Beatcast newsletter was confirmed for this address.": issueConfirmed,
    "As of Friday, November 20, 2026 at 9:00 PM UTC.": issue,
    "Sample data: the figures are simulated and say nothing about real companies.": issueSample,
    "The probability is that of a beat: reported EPS above the consensus.": contract,
    "The base rate is the share of comparable companies' reports that beat the consensus in the last four seasons, and the edge is the difference.":
      [edge, baseRate],
    "The base rate is the share of comparable companies' reports that beat the consensus in the last four seasons.":
      baseRate,
    "Probabilities are for accounts: a free one opens those of the 20 largest companies of each calendar week, a paid plan all of them.":
      [calendarVisitor, calendarFree, calendarPaid],
    "This email has them once an account with this address is confirmed.": issueByPlan,
    "Your free account opens the probabilities of the 20 largest companies of each calendar week, a paid plan all of them.":
      [calendarFree, calendarPaid, issueByPlan],
    "Reports of Mon, Nov 23 to Sun, Nov 29, largest edge first": issue,
    "Reports of Mon, Nov 23 to Sun, Nov 29, largest company first": issueOpen,
    "- AAPL, Apple Inc., Thu, Nov 26: base rate 70.0%; consensus 1.20 USD": issueOpen,
    "- Not listed: 2.": issueOpen,
    "- Not listed, with a smaller edge: 1.": issueByPlan,
    "- Open with a paid plan: 1 more.": issueByPlan,
    "- AAPL, Apple Inc., Thu, Nov 26: probability of a beat 80.0%, base rate 70.0%, edge +10.0 points; consensus 1.20 USD":
      issue,
    "- Not listed, with a smaller edge: 2.": issue,
    "How last week's predictions turned out, wrong ones first": issue,
    "- Settled: 1, of which wrong: 1, correct: 0.": issue,
    "- Wrong: KO, The Coca-Cola Company, predicted a beat at 60.0%; reported 0.60 USD against a consensus of 0.70 USD, a miss":
      issue,
    "- No prediction of record is open for these days.": issueEmpty,
    "- No prediction of record was settled in the past seven days.": issueEmpty,
    "Educational research, the same for everyone.": sameNumbers,
    "A beat does not mean that the stock rises.": beatNotRise,
    "Apple Inc. has reported: a beat with 1.30 USD, against a consensus of 1.20 USD at the time of your prediction.":
      settledTold,
    "Apple Inc. has reported: a miss with 1.30 USD, against a consensus of 1.20 USD at the time of your prediction.":
      settledTold,
    "Your prediction was a beat, at 71%.": settledTold,
    'You get this email because "Prediction Alerts" is on in your account\'s notifications.': settledOff,
    "Apple Inc. is expected to report on Friday, November 20, 2026 at 4:00 PM Eastern time.": reminded,
    "Your prediction is a beat, at 71%, against a consensus of 1.20 USD.": reminded,
    'You get this email because "Earnings Reminders" is on in your account\'s notifications.': remindedOff,
    "The predictions settled in the last thirteen weeks are further from their outcomes than we tolerate.":
      driftFound,
    "Nothing was changed.": driftProposed,
    "Where a recalibration would have helped, its figures are on the track record page.": driftProposed,
    "- Energy: 40.0% of 200 beat, 70.0% were predicted to.": driftFound,
    "- All sectors: 55.0% of 400 beat, 70.0% were predicted to.": driftFound,
    "You get this email because your address is one of this deployment's operators.": driftMailed,
    "Analyses in the last seven days: 3.": weekly,
    "Analyses in the last seven days: 0.": weekly,
    "Predictions settled: 2, of which 1 right.": weekly,
    "None of your predictions was settled this week.": weekly,
    "Reports awaited: AAPL.": weekly,
    "You are not waiting for any report.": weekly,
    'You get this email because "Weekly Summary" is on in your account\'s notifications.': weekly,
    "Turn these emails off: https://beatcast.example/page": [unsubscribe, issueOut],
    "Your password was changed": pwChange,
    "Two-factor authentication is on": tfaAsked,
    "Two-factor authentication is off": tfaOff,
    "A recovery code was used": recoveryOnce,
    "Your data export is ready": exports,
    "Your Beatcast account has been deleted": deletes,
    "Your payment did not go through": failedPay,
    "Your Beatcast subscription is paid": setUpMail,
    "You are subscribed": newsletterOnce,
    "You already have a Beatcast account": taken,
    "AAPL: your prediction was right": settledTold,
    "AAPL: your prediction was wrong": settledTold,
    "AAPL reports soon": reminded,
    "AAPL reports tomorrow": alerted,
    "- AAPL reports tomorrow.": alerted,
    "Apple Inc. is expected to report on Nov 21, after the close.": alerted,
    "[Sample data] The week's earnings reports, Mon, Nov 23 to Sun, Nov 29": issueSample,
  },
  noClaim: [
    "Your watchlist",
    "Open it: https://beatcast.example/page",
    "See the delivery log: https://beatcast.example/page",
    "Calibration alarm, week 2026-W47",
    "New this week",
    "From earlier weeks",
    "Open the track record: https://beatcast.example/page",
    "Thank you.",
    "Not investment advice.",
    "Confirm your email address",
    "Welcome to Beatcast.",
    "Please confirm that this address is yours.",
    "Confirm the address: https://beatcast.example/page",
    "Set a new password",
    "Set a new password: https://beatcast.example/page",
    "If this was you, there is nothing to do.",
    "If it was not, set a new password at once and review your sessions.",
    "Review your account's security: https://beatcast.example/page",
    "Please check your payment method, or choose another one.",
    "Open your billing: https://beatcast.example/page",
    "Set up the account: https://beatcast.example/page",
    "Confirm your newsletter subscription",
    "Confirm the subscription: https://beatcast.example/page",
    "The week's earnings reports, Mon, Nov 23 to Sun, Nov 29",
    "All predictions of record: https://beatcast.example/page",
    "The whole calendar: https://beatcast.example/page",
    "See how it turned out: https://beatcast.example/page",
    "Run the analysis again: https://beatcast.example/page",
    "Your week on Beatcast",
    "Open your dashboard: https://beatcast.example/page",
  ],
  fromSpec: [],
};
