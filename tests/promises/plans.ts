import type { PromiseList } from "./promise-list.ts";

const apiCalls =
  "tests/worker/app/http/v1.test.ts#who may call /api/v1 > is the holder of a key, at each of its calls";
const cites =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > cites only facts that stand in the evidence";
const contract =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > answers the whole analysis in the contract's shape, labelled as sample";
const csv =
  "tests/worker/record/dashboard.test.ts#the history as a file > holds the calls that the filters let through, in the order asked for";
const figure =
  "tests/unit/explanation/narrator/language-model.test.ts#a narrator with a language model > asks for ids of the list by a strict schema that has no place for words";
const oneKey =
  "tests/worker/accounts/api-keys.test.ts#premium has one key to try, also of several made at once";
const planKeys =
  "tests/unit/billing/plans.test.ts#the plans > sell nothing that is not there: API access where there are keys, and no priority support";
const planNumbers = "tests/unit/billing/plans.test.ts#the plans > name their own number of predictions";
const planOrder = "tests/unit/billing/plans.test.ts#the plans > allow at least what the cheaper ones do";
const plansCall = "tests/e2e/landing.spec.ts#pricing > lists the plans of the plans call";
const unbounded =
  "tests/worker/platform/limits/quota-counter.test.ts#the quota counter > has no bound when the limit is null";

/** The features of the plans, wherever they are shown. */
export const plans: PromiseList = {
  kept: {
    "100 predictions per month": [planNumbers, plansCall],
    "500 predictions per month": [planNumbers, plansCall],
    "Unlimited predictions": [planNumbers, unbounded],
    "Probability beside its base rate": contract,
    "Evidence for every number": [cites, figure],
    "History with CSV download": csv,
    "One API key to try": [oneKey, planKeys],
    "API access": [apiCalls, planKeys],
    "Everything in Basic": planOrder,
    "Everything in Premium": planOrder,
  },
  noClaim: ["basic_predictions"],
  fromSpec: ["basic_predictions"],
};
