import type { PromiseList } from "./promise-list.ts";

const beatNotRise =
  "tests/unit/explanation/narrator/rules.test.ts#the rules narrator > always says that a beat does not mean that the stock rises";
const beatRecord =
  "tests/unit/model/options/moves.test.ts#what the share did over past reports > a beat does not mean that the share rises: the record of exactly that";
const browserVerify =
  "tests/e2e/track-record.spec.ts#the ledger verifies in the browser, and a tampered one does not";
const cancels =
  "tests/e2e/billing.spec.ts#a visitor subscribes, sets up the account, cancels, reactivates, upgrades and sees the invoices > cancels";
const contract =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > answers the whole analysis in the contract's shape, labelled as sample";
const countsFirst =
  "tests/worker-long/analysis-attacks.test.ts#attack: reading the stream and leaving before the end > counts the call before the first sentence leaves; leaving then costs it, and its prediction is stored";
const deleteTab =
  "tests/e2e/account-privacy.spec.ts#privacy settings > delete the account after the exact word, and only then";
const ended =
  "tests/worker/billing/sandbox.test.ts#a subscriber > who cancelled is free once the period is over, and must subscribe again";
const endsBilling =
  "tests/worker/billing/subscription-state.test.ts#leaving > rule 19: a deleted account's subscription is cancelled at the provider first; while it is away, nothing goes";
const failedPay =
  "tests/worker/accounts/notices.test.ts#a payment that failed > is told once a period, unless billing notifications are off";
const fits =
  "tests/unit/model/fit.test.ts#fitting > gives the same weights and card to the byte, which the Worker takes";
const grace =
  "tests/worker/billing/subscription-state.test.ts#what a state allows > rule 14: past due keeps its access for seven days from the renewal, then falls to the free limit";
const keepsAccess =
  "tests/worker/billing/subscription-state.test.ts#leaving > rule 12: a cancelled subscription keeps its access and reads canceled, until it is reactivated";
const missingPart =
  "tests/unit/research/stages.test.ts#the stages of a run > say why a part is missing, and the run goes on without it";
const newCount =
  "tests/worker/platform/limits/quota-counter.test.ts#the quota counter > starts anew with the next period, and counts a call that crosses its end once";
const noCost =
  "tests/worker/research/analyze.test.ts#the quota of an analysis > costs nothing when %s cannot be analysed (%i %s)";
const noTrace =
  "tests/worker/record/track-record.test.ts#the public ledger > holds users' own calls without a trace of the user, and verifies";
const oneMailbox =
  "tests/worker-long/analysis-attacks.test.ts#attack: the free quota over and over > is one for every spelling of a mailbox";
const planHonest =
  "tests/unit/billing/plans.test.ts#the plans > sell nothing that is not there: API access where there are keys, and no priority support";
const keyPauses =
  "tests/worker/app/http/v1.test.ts#a leaked key's life > pauses while the plan has no keys, and says so";
const planNumbers = "tests/unit/billing/plans.test.ts#the plans > name their own number of predictions";
const planTerms = "tests/unit/billing/plans.test.ts#the plans > cost and allow what the terms of service say";
const quota10 =
  "tests/worker/research/analyze.test.ts#the quota of an analysis > lets exactly 10 of 200 concurrent calls of a free user through";
const rate =
  "tests/worker/platform/limits/rate-limiter.test.ts#the rate limiter > lets the capacity through at once and says when the next token comes";
const renews = "tests/worker/billing/sandbox.test.ts#a subscriber > renews into a new count, once";
const resultOrder =
  "tests/e2e/dashboard-analysis.spec.ts#the result stands in the specification's order, with its evidence and warnings";
const rooms = "tests/structure/import-rules.test.ts#the import rules > see a planted breach of %s";
const sameNumbers =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > gives everyone the same numbers at the same time";
const structures =
  "tests/unit/model/options/structures.test.ts#textbook structures > a bull call spread risks its cost and gains the width less the cost";
const suspends =
  "tests/worker/billing/subscription-state.test.ts#events > rule 29: a dispute suspends until it is won, in whatever order its events come";
const thirdConfirmed =
  "tests/worker-long/analysis-attacks.test.ts#attack: the free quota over and over > needs a confirmed address for the third analysis";
const unbounded =
  "tests/worker/platform/limits/quota-counter.test.ts#the quota counter > has no bound when the limit is null";
const usd = "tests/unit/billing/plans.test.ts#the plans > are paid by the month, in US dollars";
const whoWrote =
  "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > renders the plan as it was arranged, and says who arranged it at what cost";

/** The terms of service. */
export const terms: PromiseList = {
  kept: {
    "Plans renew monthly and end when you say so; fees are non-refundable.": [renews, ended],
    "Beatcast publishes impersonal research for education.": sameNumbers,
    "We do not know your circumstances and fit nothing to them.": [sameNumbers, rooms],
    "A probability is an estimate produced by a statistical model from past and current data.": [
      fits,
      contract,
    ],
    "An earnings beat does not mean that the stock rises.": [beatNotRise, beatRecord],
    "A language model may arrange an explanation; it is then labelled as such.": whoWrote,
    "It may be delayed, incomplete or wrong, and what is not available is shown as missing.": missingPart,
    "Strategy examples explain how a structure works and are not suggestions to trade.": [
      structures,
      resultOrder,
    ],
    "Options involve risk and are not suitable for everyone; losses can exceed what was paid or received.":
      structures,
    "$29 per month": planTerms,
    "100 predictions per month": planTerms,
    "$49 per month": planTerms,
    "500 predictions per month": planTerms,
    "$199 per month": planTerms,
    Unlimited: [planTerms, unbounded],
    "A free account has 10 API calls a month, counted once for each mailbox; after two of them it asks you to confirm your email address.":
      [quota10, planNumbers, oneMailbox, thirdConfirmed],
    "An analysis counts as one call as soon as its answer begins to reach you; a failed one does not count.":
      [countsFirst, noCost],
    "Unused calls do not carry over.": newCount,
    "Unlimited means no monthly limit; protection against abuse still applies.": [unbounded, rate],
    "API access comes with the Institutional plan, and one key to try it with the Premium plan.": planHonest,
    "Keys stop while a plan has none and work again with one that does.": keyPauses,
    "Priority support is not offered yet.": planHonest,
    "Subscriptions are paid in advance for each month through our payment provider and renew until you cancel.":
      [renews, usd],
    "When a payment fails we tell you and may, after a period of grace, return the account to the free limits.":
      [failedPay, grace],
    "You can cancel in the Billing tab at any time; your plan stays until the end of the paid month and then does not renew.":
      [cancels, keepsAccess, ended],
    "You can delete your account in the Privacy tab, which also ends the subscription.": [
      deleteTab,
      endsBilling,
    ],
    "Predictions already in the public track record stay there without any link to you.": noTrace,
    "copy it by automatic means, except the public ledger of predictions and the open data files, which are there for that;":
      browserVerify,
    "We may suspend or close an account that breaks these terms, puts the service or others at risk, or whose payment is disputed.":
      suspends,
  },
  clauses: [
    "Research for adults, not advice.",
    "One account for one person.",
    "Price changes come with 30 days' notice.",
    "Our liability is capped at 12 months of fees.",
    "These terms are a contract between you and Beatcast about the use of this site and the application.",
    "By creating an account, subscribing or using the service you accept them, together with the Privacy Policy.",
    "If you do not accept them, do not use the service.",
    "You must be at least 18 years old and able to enter into a contract.",
    "One account is for one person: do not share it, lend it or create several to get around a limit.",
    "Give correct information, keep your password to yourself, and tell us at once if you suspect that someone else uses your account.",
    "You answer for what happens in it.",
    "Nothing in the service is investment, legal or tax advice, a recommendation, or an offer to buy or sell a security.",
    "Beatcast is not a broker-dealer, not an investment adviser and not a fiduciary, and it holds no client money and executes no trades.",
    "Decisions are yours.",
    "Before you act, check the facts and, where you need it, ask a licensed adviser who knows your situation.",
    "It can be wrong, and will be wrong in a share of cases.",
    "Past results, including back-tested ones, do not guarantee future ones.",
    "Market data comes from third parties.",
    "Read Characteristics and Risks of Standardized Options of the Options Clearing Corporation before trading options.",
    "Taxes are added where the law requires.",
    "Fees are non-refundable, except where the law gives you a right that cannot be waived.",
    "We announce a change of price at least 30 days before it applies to you, and you can cancel before then.",
    "You agree not to:",
    "break the law or the rules of a market with the help of the service;",
    "resell, republish or redistribute its content beyond short quotations that name the source, except the open data files, which are licensed under CC BY 4.0;",
    "get around limits, security or payment, or test them without our written consent;",
    "upload anything that is unlawful or harmful, or present predictions as your own advice to others.",
    "The service, its texts, design, software and models belong to us or our licensors.",
    "You receive a personal, non-exclusive, non-transferable right to use them while these terms are in force.",
    "What you upload stays yours; you allow us to store and show it as far as the service needs.",
    "Company names, tickers and marks belong to their owners.",
    "If you send us suggestions, we may use them freely.",
    "We work to keep Beatcast available but cannot promise that it always is.",
    "We may change, add or remove features.",
    "If a change takes away something essential that you have paid for, you may cancel at once and receive the unused part of the month back.",
    "Where it is reasonable, we warn you first and give you the chance to export your data.",
    "Sections that by their nature outlive the contract do so.",
    "To the extent the law allows, the service is provided as it is and as available, without warranties of any kind, express or implied, including those of merchantability, fitness for a purpose, accuracy and non-infringement.",
    "To the extent the law allows, we are not liable for lost profits, trading losses, lost data, or any indirect, incidental, special or consequential damage.",
    "Our total liability for all claims is capped at the fees that you paid us in the 12 months before the event.",
    "Nothing in these terms limits liability for intent, gross negligence, death or injury, or anything else that cannot be limited by law.",
    "You will hold us harmless from claims of others that result from your breach of these terms.",
    "These terms are governed by the law of the State of Delaware, United States, without its rules on conflicts of law.",
    "Write to us first: most matters can be settled in a conversation.",
    "A dispute that is not settled within 60 days is decided by binding arbitration before a single arbitrator, in English, on an individual basis and not as a class action.",
    "Either side may go to a small claims court instead, or seek an injunction from a court.",
    "If you are a consumer with a residence outside the United States, mandatory rules of your country that protect you stay untouched.",
    "We may change these terms.",
    "We announce changes of substance at least 30 days ahead by email or in the application; if you go on using the service after that, they apply.",
    "If a clause is invalid, the rest stays in force.",
    "Not enforcing a right is no waiver.",
    "You may not transfer the contract without our consent; we may transfer it with the business.",
  ],
  noClaim: [
    "Skip to content",
    "Beatcast",
    "Home Sign In Dashboard",
    "Effective July 17, 2025",
    "In short",
    "Contents",
    "© 2025 Beatcast Privacy Policy Terms of Service",
    "Terms of Service",
    "1.",
    "2.",
    "3.",
    "4.",
    "5.",
    "6.",
    "7.",
    "8.",
    "9.",
    "10.",
    "11.",
    "12.",
    "13.",
    "14.",
    "15.",
    "16.",
    "The agreement",
    "Who may use Beatcast",
    "Research, not advice",
    "Predictions and their limits",
    "Options",
    "Plans and limits",
    "Payment, renewal, price changes",
    "Cancelling and deleting",
    "Fair use",
    "Content and rights",
    "Availability and changes to the service",
    "Suspension and termination",
    "No warranty",
    "Limit of liability",
    "Law and disputes",
    "Everything else",
    "Plans",
    "Plan",
    "Price",
    "Predictions",
    "Basic",
    "Premium",
    "Institutional",
    "Contact: support@%HOST%.",
    "Terms of Service · Beatcast",
    "The terms for using Beatcast: research and not advice, plans and prices, cancelling, liability, disputes.",
  ],
  fromSpec: [
    "Effective July 17, 2025",
    "Fees are non-refundable, except where the law gives you a right that cannot be waived.",
    "We announce a change of price at least 30 days before it applies to you, and you can cancel before then.",
    "$29 per month",
    "$49 per month",
    "$199 per month",
  ],
};
