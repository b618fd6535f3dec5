import { OPTIONS_RISK_DOCUMENT_URL } from "#ui/domain/disclosure.tsx";
import { ContactAddress, LegalPage, type LegalSection } from "./legal-page.tsx";
import { planSections } from "./terms-of-plans.tsx";

const sections: LegalSection[] = [
  {
    id: "agreement",
    title: "The agreement",
    body: (
      <p>
        These terms are a contract between you and Beatcast about the use of this site and the application. By
        creating an account, subscribing or using the service you accept them, together with the{" "}
        <a href="/privacy" className="link">
          Privacy Policy
        </a>
        . If you do not accept them, do not use the service.
      </p>
    ),
  },
  {
    id: "eligibility",
    title: "Who may use Beatcast",
    body: (
      <p>
        You must be at least 18 years old and able to enter into a contract. One account is for one person: do
        not share it, lend it or create several to get around a limit. Give correct information, keep your
        password to yourself, and tell us at once if you suspect that someone else uses your account. You
        answer for what happens in it.
      </p>
    ),
  },
  {
    id: "research",
    title: "Research, not advice",
    body: (
      <>
        <p>
          Beatcast publishes impersonal research for education. We do not know your circumstances and fit
          nothing to them. Nothing in the service is investment, legal or tax advice, a recommendation, or an
          offer to buy or sell a security. Beatcast is not a broker-dealer, not an investment adviser and not
          a fiduciary, and it holds no client money and executes no trades.
        </p>
        <p>
          Decisions are yours. Before you act, check the facts and, where you need it, ask a licensed adviser
          who knows your situation.
        </p>
      </>
    ),
  },
  {
    id: "predictions",
    title: "Predictions and their limits",
    body: (
      <>
        <p>
          A probability is an estimate produced by a statistical model from past and current data. It can be
          wrong, and will be wrong in a share of cases. An earnings beat does not mean that the stock rises.
          Past results, including back-tested ones, do not guarantee future ones. A language model may arrange
          an explanation; it is then labeled as such.
        </p>
        <p>
          Market data comes from third parties. It may be delayed, incomplete or wrong, and what is not
          available is shown as missing.
        </p>
      </>
    ),
  },
  {
    id: "options",
    title: "Options",
    body: (
      <p>
        Strategy examples explain how a structure works and are not suggestions to trade. Options involve risk
        and are not suitable for everyone; losses can exceed what was paid or received. Read{" "}
        <a href={OPTIONS_RISK_DOCUMENT_URL} target="_blank" rel="noreferrer" className="link">
          Characteristics and Risks of Standardized Options
        </a>{" "}
        of the Options Clearing Corporation before trading options.
      </p>
    ),
  },
  ...planSections,
  {
    id: "conduct",
    title: "Fair use",
    body: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>break the law or the rules of a market with the help of the service;</li>
          <li>
            resell, republish or redistribute its content beyond short quotations that name the source, except
            the open data files, which are licensed under CC BY 4.0;
          </li>
          <li>
            copy it by automatic means, except the public ledger of predictions and the open data files, which
            are there for that;
          </li>
          <li>get around limits, security or payment, or test them without our written consent;</li>
          <li>
            upload anything that is unlawful or harmful, or present predictions as your own advice to others.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "property",
    title: "Content and rights",
    body: (
      <p>
        The service, its texts, design, software and models belong to us or our licensors. You receive a
        personal, non-exclusive, non-transferable right to use them while these terms are in force. What you
        upload stays yours; you allow us to store and show it as far as the service needs. Company names,
        tickers and marks belong to their owners. If you send us suggestions, we may use them freely.
      </p>
    ),
  },
  {
    id: "availability",
    title: "Availability and changes to the service",
    body: (
      <p>
        We work to keep Beatcast available but cannot promise that it always is. We may change, add or remove
        features. If a change takes away something essential that you have paid for, you may cancel at once
        and receive the unused part of the month back.
      </p>
    ),
  },
  {
    id: "termination",
    title: "Suspension and termination",
    body: (
      <p>
        We may suspend or close an account that breaks these terms, puts the service or others at risk, or
        whose payment is disputed. Where it is reasonable, we warn you first and give you the chance to export
        your data. Sections that by their nature outlive the contract do so.
      </p>
    ),
  },
  {
    id: "warranty",
    title: "No warranty",
    body: (
      <p>
        To the extent the law allows, the service is provided as it is and as available, without warranties of
        any kind, express or implied, including those of merchantability, fitness for a purpose, accuracy and
        non-infringement.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Limit of liability",
    body: (
      <>
        <p>
          To the extent the law allows, we are not liable for lost profits, trading losses, lost data, or any
          indirect, incidental, special or consequential damage. Our total liability for all claims is capped
          at the fees that you paid us in the 12 months before the event.
        </p>
        <p>
          Nothing in these terms limits liability for intent, gross negligence, death or injury, or anything
          else that cannot be limited by law. You will hold us harmless from claims of others that result from
          your breach of these terms.
        </p>
      </>
    ),
  },
  {
    id: "law",
    title: "Law and disputes",
    body: (
      <>
        <p>
          These terms are governed by the law of the State of Delaware, United States, without its rules on
          conflicts of law. Write to us first: most matters can be settled in a conversation. A dispute that
          is not settled within 60 days is decided by binding arbitration before a single arbitrator, in
          English, on an individual basis and not as a class action. Either side may go to a small claims
          court instead, or seek an injunction from a court.
        </p>
        <p>
          If you are a consumer with a residence outside the United States, mandatory rules of your country
          that protect you stay untouched.
        </p>
      </>
    ),
  },
  {
    id: "final",
    title: "Everything else",
    body: (
      <>
        <p>
          We may change these terms. We announce changes of substance at least 30 days ahead by email or in
          the application; if you go on using the service after that, they apply. If a clause is invalid, the
          rest stays in force. Not enforcing a right is no waiver. You may not transfer the contract without
          our consent; we may transfer it with the business.
        </p>
        <p>
          Contact: <ContactAddress name="support" />.
        </p>
      </>
    ),
  },
];

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      effective="July 17, 2025"
      summary={
        <p>
          Research for adults, not advice. One account for one person. Plans renew monthly and end when you
          say so; fees are non-refundable. Price changes come with 30 days' notice. Our liability is capped at
          12 months of fees.
        </p>
      }
      sections={sections}
    />
  );
}
