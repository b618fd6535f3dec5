import { type DataGroup, retentionDays } from "#contract/retention.ts";
import { BrowserData, StoredData } from "./data-tables.tsx";
import { ContactAddress, LegalPage, type LegalSection } from "./legal-page.tsx";

const sectionsOf = (groups: readonly DataGroup[]): LegalSection[] => [
  {
    id: "scope",
    title: "Who we are and what this covers",
    body: (
      <>
        <p>
          Beatcast is a web application that publishes research about company earnings. This policy says what
          personal data we handle when you visit the site, create an account, subscribe or write to us, why we
          do so, and what you can do about it. We decide how and why this data is used, which makes us its
          controller.
        </p>
        <p>
          Questions and requests: <ContactAddress name="privacy" />.
        </p>
      </>
    ),
  },
  {
    id: "data",
    title: "What we collect",
    body: (
      <>
        <p>
          The tables name everything we store on you, what for and how long. They are drawn from the list that
          our own tests compare with the database. When you delete your account, what is kept until then is
          deleted at once; backups of the database are overwritten within {retentionDays.backup} days.
        </p>
        <StoredData groups={groups} />
        <p>
          Like every web server we receive your IP address with each call. It is used to deliver pages and to
          limit abuse; it is stored with no account and no session. City and country are what our network
          provider derives from it.
        </p>
        <p>
          Card numbers go to our payment provider directly; we never see or store them. We do not ask for
          brokerage accounts, holdings, income or any identification document.
        </p>
      </>
    ),
  },
  {
    id: "purposes",
    title: "What we use it for, and on what basis",
    body: (
      <ul>
        <li>
          <strong>To provide the service</strong> you signed up for: accounts, analyses, history, support and
          payment. Basis: our contract with you.
        </li>
        <li>
          <strong>To keep it safe:</strong> limiting attempts, detecting abuse, keeping logs. Basis: our
          legitimate interest in a secure service.
        </li>
        <li>
          <strong>To improve it.</strong> What we count of your use, and when, is named beside each switch in
          the Privacy tab of your account. Basis: your choice, which you can change at any time.
        </li>
        <li>
          <strong>To write to you:</strong> security and billing messages because they belong to the service;
          alerts, summaries and the newsletter only while you have them turned on. Each such email can be
          ended in one click.
        </li>
        <li>
          <strong>To meet the law,</strong> for example tax rules on invoices. Basis: legal obligation.
        </li>
      </ul>
    ),
  },
  {
    id: "models",
    title: "Models and automated processing",
    body: (
      <>
        <p>
          Our probabilities are about companies, not about people. The same ticker at the same time gives
          every reader the same number; your profile, history and settings play no part in it. No decision
          with a legal or similar effect on you is made by a machine.
        </p>
        <p>
          Where a language model arranges the explanation, it receives market facts only. We send it no name,
          no address, no account data, and we do not let anyone train models on your personal data.
        </p>
      </>
    ),
  },
  {
    id: "sharing",
    title: "Who receives it",
    body: (
      <>
        <p>We do not sell personal data, and we do not share it for advertising. It is passed on only to:</p>
        <ul>
          <li>our hosting and network provider, which stores and delivers the application;</li>
          <li>
            our payment provider, which handles cards, invoices and refunds under its own policy as well;
          </li>
          <li>our email provider, which delivers the messages you receive from us;</li>
          <li>
            where you turn push messages on, your browser's push service, which gets them encrypted for your
            browser;
          </li>
          <li>
            where you sign in with another site, such as Google or GitHub, that site: it learns that you sign
            in here, and tells us your number there, your name and your email address;
          </li>
          <li>authorities, where a valid legal order obliges us, and then only what it covers;</li>
          <li>a successor, if the business is transferred; this policy then continues to bind the data.</li>
        </ul>
        <p>
          Market data providers learn which tickers are asked for, not by whom. Outside services that attest
          the public ledger receive its size and hashes, which name nobody. Providers act on our instructions
          under contract and may use the data for nothing else.
        </p>
      </>
    ),
  },
  {
    id: "storage",
    title: "Cookies and browser storage",
    body: (
      <>
        <p>
          We use no advertising or tracking cookies, and load nothing from other sites. What we store in your
          browser is needed for what you asked for, so there is no consent banner.
        </p>
        <BrowserData groups={groups} />
      </>
    ),
  },
  {
    id: "retention",
    title: "How long we keep it",
    body: (
      <ul>
        <li>
          The tables above name the period of each datum. An hourly job deletes what has reached the end of
          its period.
        </li>
        <li>Server logs: at most 30 days.</li>
        <li>Invoices, which our payment provider keeps: as long as tax law requires.</li>
        <li>
          The public track record keeps predictions with their outcomes, without any link to a person, because
          a record from which entries can be removed would prove nothing.
        </li>
      </ul>
    ),
  },
  {
    id: "security",
    title: "How we protect it",
    body: (
      <p>
        Connections are encrypted. Passwords and tokens are stored on our side as hashes only. Repeated wrong
        attempts are slowed down and locked, two-factor authentication is available to everyone, and you can
        see and end your sessions in your account. No system is beyond failure: should a breach put you at
        risk, we tell you and the authority without undue delay.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    body: (
      <>
        <p>
          Wherever you live you can see and correct your data, take it with you ('Export Data'), and have it
          deleted ('Delete Account'), all in the Privacy tab of your account, without asking anyone. You can
          also write to <ContactAddress name="privacy" />.
        </p>
        <ul>
          <li>
            <strong>European Union, European Economic Area, United Kingdom.</strong> You have the rights of
            access, rectification, erasure, restriction, portability and objection, and may withdraw a consent
            at any time. We answer within 30 days. You may complain to your data protection authority.
          </li>
          <li>
            <strong>California.</strong> You have the rights to know, correct, delete and receive your data,
            to limit the use of sensitive data, and not to be treated worse for using them. We answer within
            45 days. We neither sell nor share personal information as the law there defines it.
          </li>
        </ul>
        <p>
          We may ask you to confirm a request from your account's mailbox, so that nobody else can make it for
          you.
        </p>
      </>
    ),
  },
  {
    id: "transfers",
    title: "Where it is processed",
    body: (
      <p>
        Our providers may process data in the United States and other countries. Where data leaves the
        European Economic Area or the United Kingdom, it is protected by an adequacy decision or by the
        standard contractual clauses of the European Commission.
      </p>
    ),
  },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        Beatcast is for adults. Nobody under 18 may hold an account, and we do not knowingly collect data of
        children. Tell us if you believe a child has signed up, and we delete the account.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes to this policy",
    body: (
      <p>
        When something in here changes in substance, we announce it by email or in the application before it
        takes effect, and change the date at the top. Earlier versions are available on request.
      </p>
    ),
  },
];

export function PrivacyPage({ groups }: { groups: readonly DataGroup[] }) {
  return (
    <LegalPage
      title="Privacy Policy"
      effective="July 17, 2025"
      summary={
        <p>
          We keep what the service needs, sell nothing, and show no ads. You can export or delete everything
          yourself. Requests are answered within 30 days (EU) or 45 days (California).
        </p>
      }
      sections={sectionsOf(groups)}
    />
  );
}
