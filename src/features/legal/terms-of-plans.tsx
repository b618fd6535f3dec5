import {
  monthlyPredictionsText,
  planIds,
  plansWithKeys,
  plansWithOneKey,
  planTerms,
  tiers,
} from "#contract/plans.ts";
import { answerTimeOf } from "#contract/support.ts";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import type { LegalSection } from "./legal-page.tsx";

const plans = planIds.map((id) => ({
  name: planTerms[id].name,
  price: `$${planTerms[id].priceCents / 100} per month`,
  amount: monthlyPredictionsText(id),
}));

const answerTimes = tiers.map((tier) => `on ${planTerms[tier].name} within ${answerTimeOf(tier)}`).join(", ");

export const planSections: LegalSection[] = [
  {
    id: "plans",
    title: "Plans and limits",
    body: (
      <>
        <Table caption="Plans">
          <thead>
            <tr>
              <HeadingCell>Plan</HeadingCell>
              <HeadingCell>Price</HeadingCell>
              <HeadingCell>Predictions</HeadingCell>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.name}>
                <Cell>{plan.name}</Cell>
                <Cell>{plan.price}</Cell>
                <Cell>{plan.amount}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
        <p>Prices are in US dollars and include any sales tax or VAT.</p>
        <p>
          A free account has {planTerms.free.callLimit} API calls a month, counted once for each mailbox;
          after two of them it asks you to confirm your email address. An analysis counts as one call as soon
          as its answer begins to reach you; a failed one does not count. Unused calls do not carry over.
          Unlimited means no monthly limit; protection against abuse still applies.
        </p>
        <p>
          API access comes with {plansWithKeys}, and one key to try it with {plansWithOneKey}. Keys stop while
          a plan has none and work again with one that does.
        </p>
        <p>
          Support answers members by email, {answerTimes}. Requests on the {planTerms.institutional.name} plan
          come first.
        </p>
      </>
    ),
  },
  {
    id: "payment",
    title: "Payment, renewal, price changes",
    body: (
      <>
        <p>
          Subscriptions are paid in advance for each month through our payment provider and renew until you
          cancel. Taxes are added where the law requires. When a payment fails we tell you and may, after a
          period of grace, return the account to the free limits.
        </p>
        <p>
          Fees are non-refundable, except where the law gives you a right that cannot be waived. We announce a
          change of price at least 30 days before it applies to you, and you can cancel before then.
        </p>
      </>
    ),
  },
  {
    id: "cancelling",
    title: "Cancelling and deleting",
    body: (
      <p>
        You can cancel in the Billing tab at any time; your plan stays until the end of the paid month and
        then does not renew. You can delete your account in the Privacy tab, which also ends the subscription.
        Predictions already in the public track record stay there without any link to you.
      </p>
    ),
  },
];
