import type { PromiseList } from "./promise-list.ts";

const band =
  "tests/unit/model/forecast.test.ts#a forecast > names the record of past predictions in its band of five points";
const bars =
  "tests/unit/model/forecast.test.ts#the transparency bars > add up to 100 in absolute value and carry the sign of their effect";
const baseRate =
  "tests/unit/model/base-rate.test.ts#most reports beat the consensus: the base rate the model was fitted on lies above one half";
const beatNotRise =
  "tests/unit/explanation/narrator/rules.test.ts#the rules narrator > always says that a beat does not mean that the stock rises";
const beatRecord =
  "tests/unit/model/options/moves.test.ts#what the share did over past reports > a beat does not mean that the share rises: the record of exactly that";
const browserVerify =
  "tests/e2e/track-record.spec.ts#the ledger verifies in the browser, and a tampered one does not";
const cancels =
  "tests/e2e/billing.spec.ts#a visitor subscribes, sets up the account, cancels, reactivates, upgrades and sees the invoices > cancels";
const cannotRewrite = "tests/worker/record/ledger.test.ts#the ledger > cannot be rewritten even from within";
const chained =
  "tests/worker/record/ledger.test.ts#the ledger > chains what is appended, and finds it again instead of entering it twice";
const cites =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > cites only facts that stand in the evidence";
const confidence = "tests/unit/model/forecast.test.ts#confidence > of %f with %i past quarters is %s";
const contract =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > answers the whole analysis in the contract's shape, labelled as sample";
const coverageText =
  "tests/unit/landing/coverage.test.ts#counts companies and sources in words, and says when the market is simulated";
const covered =
  "tests/worker/record/track-record.test.ts#what is covered > is counted from the record and the sources in use, without an account";
const deleteTab =
  "tests/e2e/account-privacy.spec.ts#privacy settings > delete the account after the exact word, and only then";
const edge =
  "tests/unit/model/forecast.test.ts#a forecast > has an edge only beyond three points of the base rate";
const evidenceOpens =
  "tests/e2e/dashboard-analysis.spec.ts#evidence opens with its source and time, and leads to its row";
const figure =
  "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > asks for ids of the list by a strict schema that has no place for words";
const fits =
  "tests/unit/model/fit.test.ts#fitting > gives the same weights and card to the byte, which the Worker takes";
const illustrative =
  "tests/e2e/landing.spec.ts#the claims and sample figures of the specification are marked illustrative";
const injection =
  "tests/unit/research/injection.test.ts#headlines that attack their reader > change neither the forecast nor the text nor any score";
const issue =
  "tests/worker/accounts/newsletter-issue.test.ts#the week's issue > lists the ten reports of the coming week with the largest edge, and how the past week's predictions ended, wrong ones first";
const issueOut =
  "tests/worker/accounts/newsletter-issue.test.ts#sending an issue > has an unsubscribe link that ends this reader's subscription alone, by one click, and changes nothing when opened";
const lockedBefore =
  "tests/unit/record/ledger/verify.test.ts#the verifier refuses even a ledger that is chained and published as it stands, > when a prediction was locked after its report";
const messagesNamed =
  "tests/unit/market/choose.test.ts#the source an installation shows > takes messages only from where they are set by name, and never mixes them with simulated data";
const missingPart =
  "tests/unit/research/stages.test.ts#the stages of a run > say why a part is missing, and the run goes on without it";
const missingRow =
  "tests/unit/explanation/evidence.test.ts#the evidence of an analysis > a missing row has no value and says why";
const named =
  "tests/e2e/dashboard-analysis.spec.ts#the ticker > may be a company's name: one is taken, of several one is chosen";
const nextReport =
  "tests/unit/market/company-search.test.ts#a company's name > of several companies is the person's choice, each with its next report";
const noCard =
  "tests/worker/billing/sandbox.test.ts#a subscriber > who never paid has the free limits, no card and no invoices";
const patience =
  "tests/unit/research/patience.test.ts#an analysis ends within a minute, however slow its sources and its writer are";
const plansCall = "tests/e2e/landing.spec.ts#pricing > lists the plans of the plans call";
const privacyTab = "tests/e2e/account-privacy.spec.ts#privacy settings > give the person's data as a file";
const quota10 =
  "tests/worker/research/analyze.test.ts#the quota of an analysis > lets exactly 10 of 200 concurrent calls of a free user through";
const record =
  "tests/worker/record/track-record.test.ts#the public track record > shows right and wrong predictions alike, and no percentage before the hundredth";
const resultOrder =
  "tests/e2e/dashboard-analysis.spec.ts#the result stands in the specification's order, with its evidence and warnings";
const rooms = "tests/structure/import-rules.test.ts#the import rules > see a planted breach of %s";
const rulesWrite =
  "tests/worker/explanation/narrator/language-model.test.ts#a language model in the Workers runtime > is not there without settings and binding: the rules arrange";
const sameNumbers =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > gives everyone the same numbers at the same time";
const sections =
  "tests/e2e/landing.spec.ts#the sections stand in the order of the specification, and read without JavaScript";
const seesRewrite =
  "tests/unit/record/ledger/verify.test.ts#the verifier finds > a forged history whose hashes all fit, by the head and roots published before";
const settles =
  "tests/worker/record/settlement.test.ts#settlement > marks beat or miss, right or wrong, and enters it into the ledger";
const stages =
  "tests/unit/research/stages.test.ts#the stages of a run > tell what came of each, and how long it took";
const structures =
  "tests/unit/model/options/structures.test.ts#textbook structures > a bull call spread risks its cost and gains the width less the cost";
const thirdConfirmed =
  "tests/worker-long/analysis-attacks.test.ts#attack: the free quota over and over > needs a confirmed address for the third analysis";
const unbounded =
  "tests/worker/platform/limits/quota-counter.test.ts#the quota counter > has no bound when the limit is null";
const ungrounded =
  "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > lets the rules arrange rather than %s";
const usd = "tests/unit/billing/plans.test.ts#the plans > are paid by the month, in US dollars";
const walkForward =
  "tests/unit/model/fit.test.ts#fitting > names the walk-forward years one after the other, each with its own reports only";
const whoWrote =
  "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > renders the plan as it was arranged, and says who arranged it at what cost";

/** The landing page, its head and its share card, but for the features of the plans. */
export const landing: PromiseList = {
  kept: {
    "Beatcast estimates how likely a company is to beat the analysts' consensus, shows the base rate beside it, and publishes how its predictions of record turned out, wrong ones included.":
      [contract, record],
    companies: [illustrative, covered, coverageText],
    "500+ Illustrative": [illustrative],
    "data sources": [illustrative, covered, coverageText],
    "15+ Illustrative": [illustrative],
    "Every number has a source": [figure, cites],
    "No citation, no claim.": [ungrounded, figure],
    "Missing data is shown as missing, never guessed.": [missingPart, missingRow],
    "Each entry contains the hash of the one before it": chained,
    "A record anyone can verify.": [browserVerify, seesRewrite],
    "Most companies beat most of the time.": baseRate,
    "So each probability is shown beside its base rate, and where the difference is small we say so: no edge.":
      [contract, edge],
    "Calibrated by a real model": [fits, band],
    "A statistical model, fitted on past earnings and tested on reports it had not seen, sets the number.": [
      fits,
      walkForward,
    ],
    "A language model or fixed rules arrange the explanation, labelled as such, and cannot change a figure.":
      [whoWrote, rulesWrite, injection],
    "Evidence you can open": evidenceOpens,
    "Every figure in the text leads to its source and the time it was read.": [cites, evidenceOpens],
    "Every sentence is computed from the facts it cites.": [figure, ungrounded],
    "A locked track record": [lockedBefore, cannotRewrite],
    "Predictions of record are locked before the report, settled by a published rule and shown to everyone, wrong ones included.":
      [lockedBefore, settles, record],
    "Save the ledger's latest hash, and you can detect any later change.": seesRewrite,
    "Headlines, price indicators and analyst ratings on one page, with social mentions where a source has them.":
      [resultOrder, messagesNamed],
    "A section without data says so.": missingPart,
    "Bullish, bearish and neutral options examples show how each strategy pays off.": [
      structures,
      resultOrder,
    ],
    "For learning, with the risks stated.": resultOrder,
    "Three steps, under a minute": patience,
    "Type a ticker or a company's name.": named,
    "Beatcast finds the report date and the analysts' consensus.": [nextReport, contract],
    "Estimates, surprises, prices, headlines and ratings load one by one, each with its source.": [
      stages,
      evidenceOpens,
    ],
    "A probability beside its base rate, how confident the model is and why, what speaks against it, and how similar predictions turned out.":
      [contract, confidence, bars, band],
    "Within three points of it we say so: no edge.": edge,
    Illustrative: illustrative,
    "72%": sections,
    "72% +8 points": sections,
    "68% +6 points": sections,
    "65% no edge": sections,
    "Sample figures that show the format.": illustrative,
    "They are not predictions.": illustrative,
    "The mark on each bar is the base rate.": contract,
    "A beat does not mean that the stock rises.": [beatNotRise, beatRecord],
    "One monthly price.": usd,
    "Cancel whenever you like.": [cancels, deleteTab],
    "Cancel your plan, export your data or delete your account yourself, without contacting anyone.": [
      cancels,
      privacyTab,
      deleteTab,
    ],
    "$29 per month": plansCall,
    "100 API calls per month": plansCall,
    RECOMMENDED: plansCall,
    "$49 per month": plansCall,
    "500 API calls per month": plansCall,
    "$199 per month": plansCall,
    "Unlimited API calls": [plansCall, unbounded],
    "A free account has 10 API calls a month and needs no card; the third call asks for a confirmed email address.":
      [quota10, noCard, thirdConfirmed],
    "Prices in US dollars; fees are non-refundable.": usd,
    "Start free with ten analyses a month, or choose a plan.": quota10,
    "Every answer comes with its evidence.": [contract, evidenceOpens],
    "The probability of an earnings beat, beside its base rate and its track record.": [contract, record],
    "The week's reports, and how our predictions turned out.": issue,
    "Unsubscribe in one click.": issueOut,
    "Beatcast publishes impersonal, educational research.": sameNumbers,
    "The same ticker at the same time gives every reader the same answer.": sameNumbers,
    "Nothing on this site is a recommendation or an offer to buy or sell a security, and nothing is tailored to your circumstances.":
      [sameNumbers, rooms],
    "A beat does not mean that the stock rises: prices often fall after good reports.": beatRecord,
    "Figures marked illustrative on this page show the format of an answer and are not predictions.":
      illustrative,
    "You can lose all of what you paid for an option, and more than you received when you sell one.":
      structures,
    "Each analysis states its sources and the time at which they were read.": evidenceOpens,
    "How likely a company is to beat the analysts' EPS consensus: a calibrated probability beside its base rate, the evidence behind it, and a published record.":
      [contract, fits, record],
    "A calibrated probability beside its base rate, with its evidence and its record.": [
      contract,
      fits,
      record,
    ],
  },
  noClaim: [
    "Skip to content",
    "Beatcast",
    "Dashboard Get Started",
    "AI-powered earnings prediction",
    "Know the odds before earnings.",
    "And how often they were right.",
    "Get Started",
    "Listen Start",
    "Start Demo",
    "See how an analysis starts.",
    "AAPL Apple Inc.",
    "Probability of a beat",
    "Edge over base rate",
    "+8 points",
    "Base rate 64%: how often comparable companies beat",
    "F1 Consensus EPS for the quarter live",
    "F4 Estimate revisions of the last 30 days live",
    "F7 Surprises of the last eight quarters cached",
    "F12 Headlines of the last two weeks live",
    "F15 Options chain missing",
    "50–60%",
    "54%",
    "60–70%",
    "65%",
    "70–80%",
    "77%",
    "80–90%",
    "82%",
    "What was predicted; the bar is what happened",
    "Odds",
    "Evidence",
    "Record",
    "What you get",
    "A second opinion that shows its work",
    "Built for people who invest their own money and want to know what a number is based on.",
    "Edge, not accuracy",
    "News, technicals and sentiment",
    "Strategy education",
    "How it works",
    "Step 1",
    "Enter a ticker",
    "Step 2",
    "Watch the evidence arrive",
    "Step 3",
    "Read the odds",
    "Example beat probabilities",
    "The same 65% can mean a lot, or nothing",
    "What counts is the distance from the base rate.",
    "AAPL Apple",
    "MSFT Microsoft",
    "GOOGL Alphabet",
    "Pricing",
    "Basic",
    "Choose Basic",
    "Premium",
    "Choose Premium",
    "Institutional",
    "Choose Institutional",
    "Just looking?",
    "Create one.",
    "Before the next report, look at the odds.",
    "Start free",
    "Resources",
    "Example probabilities",
    "Earnings calendar",
    "Track record",
    "Options risk document",
    "Company",
    "Sign in",
    "Privacy Policy",
    "Terms of Service",
    "Newsletter",
    "Email for the newsletter",
    "Subscribe",
    "Not investment advice",
    "Beatcast is not a broker, a dealer or an investment adviser.",
    "Estimates can be wrong",
    "A probability is an estimate.",
    "Models are based on past data, and the future may differ.",
    "Past and back-tested results do not guarantee future ones.",
    "Options involve risk",
    "Options are not suitable for every investor.",
    "Before trading, read 'Characteristics and Risks of Standardized Options' of the Options Clearing Corporation.",
    "Data",
    "Market data comes from third parties and may be late, incomplete or wrong.",
    "Company names and tickers belong to their owners and imply no endorsement.",
    "© 2025 Beatcast.",
    "All rights reserved.",
    "Privacy Terms",
    "Beatcast: know the odds before earnings",
    "Know the odds",
    "before earnings.",
  ],
  fromSpec: [
    "companies",
    "500+ Illustrative",
    "data sources",
    "15+ Illustrative",
    "72% +8 points",
    "68% +6 points",
    "65% no edge",
    "RECOMMENDED",
    "$29 per month",
    "$49 per month",
    "$199 per month",
    "Listen Start",
    "Start Demo",
    "© 2025 Beatcast.",
  ],
};
