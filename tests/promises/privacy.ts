import type { PromiseList } from "./promise-list.ts";

const cannotRewrite = "tests/worker/record/ledger.test.ts#the ledger > cannot be rewritten even from within";
const columns =
  "tests/structure/personal-data-list.test.ts#the list of personal data > has every column of the schema, or says why it is not personal";
const cookies =
  "tests/structure/personal-data-list.test.ts#what the browser is given to store > is listed: cookies";
const deleteTab =
  "tests/e2e/account-privacy.spec.ts#privacy settings > delete the account after the exact word, and only then";
const deletes =
  "tests/worker/accounts/privacy.test.ts#deleting an account > leaves no trace of e-mail, name or id in any table, nor a file";
const device =
  "tests/worker/accounts/devices.test.ts#a session stores browser and system in words, never the agent string or an address";
const exportSecret = "tests/worker/accounts/privacy.test.ts#exporting > holds no secret";
const exports =
  "tests/worker/accounts/privacy.test.ts#exporting > gives one file with everything held on the person";
const falls = "tests/structure/personal-data.test.ts#the table of %s > falls with the person's account";
const forgets =
  "tests/worker/accounts/delete-expired.test.ts#keeps what has its time and forgets what has had it";
const forgetsPaid =
  "tests/worker/billing/delete-expired.test.ts#billing data has its time > of a checkout: two days unpaid, thirty once an account has what was paid, else with its customer";
const guessing =
  "tests/worker-long/guessing.test.ts#attack: wrong passwords to lock an owner out > make the stranger's network wait and not the owner's";
const hourly = "tests/structure/crons.test.ts#what has had its time is deleted every hour";
const hsts =
  "tests/unit/app/http/page-policy.test.ts#connections are encrypted from the second visit on, whatever a person types";
const issueConfirmed =
  "tests/worker/accounts/newsletter-issue.test.ts#sending an issue > reaches each confirmed reader once, whatever the ticks, and nobody who confirmed later";
const issueOut =
  "tests/worker/accounts/newsletter-issue.test.ts#sending an issue > has an unsubscribe link that ends this reader's subscription alone, by one click, and changes nothing when opened";
const noForeign =
  "tests/unit/app/http/page-policy.test.ts#a page loads nothing from other sites and sends nothing to them";
const noTrace =
  "tests/worker/record/track-record.test.ts#the public ledger > holds users' own calls without a trace of the user, and verifies";
const otherStorage =
  "tests/structure/personal-data-list.test.ts#what the browser is given to store > is stored in no way that the list does not know";
const pushed =
  "tests/worker/accounts/push.test.ts#a push message > tells of a settled prediction once, encrypted for the browser and signed by the deployment";
const periods =
  "tests/structure/personal-data-list.test.ts#the periods of the list > stand in one home, which %s reads";
const prefsDefaults =
  "tests/e2e/account-privacy.spec.ts#privacy settings > have a switch for each flag that does something, are stored, and lead to the policy and the terms";
const privacyTab = "tests/e2e/account-privacy.spec.ts#privacy settings > give the person's data as a file";
const profile =
  "tests/worker/accounts/sign-in.test.ts#the profile > stores the person's fields and drops every other";
const rate =
  "tests/worker/platform/limits/rate-limiter.test.ts#the rate limiter > lets the capacity through at once and says when the next token comes";
const remindedOff =
  "tests/worker/accounts/notices.test.ts#a report that comes within a day > is not reminded of to a person who turned reminders off";
const rooms = "tests/structure/import-rules.test.ts#the import rules > see a planted breach of %s";
const sameNumbers =
  "tests/worker/research/analyze.test.ts#analysing a ticker on the sample market > gives everyone the same numbers at the same time";
const sessionsList =
  "tests/e2e/account-security.spec.ts#sessions > are listed with their device; another one is terminated after a confirmation";
const settledOff =
  "tests/worker/accounts/notices.test.ts#a settled prediction > is not told to a person who set %j";
const storage =
  "tests/structure/personal-data-list.test.ts#what the browser is given to store > is listed: %s";
const stripeCheckout =
  "tests/worker/billing/stripe-runtime.test.ts#Stripe's SDK in the Workers runtime > opens a checkout over fetch, with our key and the operation's";
const tfaHidden =
  "tests/worker/accounts/two-factor.test.ts#turning two-factor on > shows ten different recovery codes once and keeps neither them nor the key in clear";
const tfaLock =
  "tests/worker/accounts/two-factor.test.ts#signing in with two-factor on > locks the account for a while after ten tries, over however many tickets";
const tfaSetUp =
  "tests/e2e/account-security.spec.ts#two-factor authentication > is set up, asked at the next sign-in, and turned off";
const tokenHash = "tests/worker/accounts/sign-in.test.ts#a session > keeps no token in the database";
const unsubscribe =
  "tests/worker/accounts/notices.test.ts#the unsubscribe link of a notice > is one click of the mail program, turns off exactly that preference, and may be repeated";
const weekly =
  "tests/worker/accounts/notices.test.ts#the weekly summary > comes on Monday to those who turned it on, once";

/** The privacy policy, but for its tables. */
export const privacy: PromiseList = {
  kept: {
    "We keep what the service needs, sell nothing, and show no ads.": [columns, noForeign],
    "You can export or delete everything yourself.": [privacyTab, deleteTab, exports, deletes],
    "The tables name everything we store on you, what for and how long.": [columns, storage, cookies],
    "They are drawn from the list that our own tests compare with the database.": columns,
    "When you delete your account, what is kept until then is deleted at once; backups of the database are overwritten within 30 days.":
      [deletes, falls],
    "Like every web server we receive your IP address with each call.": rate,
    "It is used to deliver pages and to limit abuse; it is stored with no account and no session.": device,
    "City and country are what our network provider derives from it.": device,
    "Card numbers go to our payment provider directly; we never see or store them.": [
      stripeCheckout,
      columns,
    ],
    "We do not ask for brokerage accounts, holdings, income or any identification document.": [
      columns,
      profile,
    ],
    "What we count of your use, and when, is named beside each switch in the Privacy tab of your account.":
      prefsDefaults,
    "Basis: your choice, which you can change at any time.": prefsDefaults,
    "To write to you: security and billing messages because they belong to the service; alerts, summaries and the newsletter only while you have them turned on.":
      [settledOff, remindedOff, weekly, issueConfirmed],
    "Each such mail can be ended in one click.": [unsubscribe, issueOut],
    "Our probabilities are about companies, not about people.": sameNumbers,
    "The same ticker at the same time gives every reader the same number; your profile, history and settings play no part in it.":
      [sameNumbers, rooms],
    "No decision with a legal or similar effect on you is made by a machine.": sameNumbers,
    "Where a language model arranges the explanation, it receives market facts only.": rooms,
    "Market data providers learn which tickers are asked for, not by whom.": rooms,
    "Outside services that attest the public ledger receive its size and hashes, which name nobody.":
      "tests/unit/record/receipts/what-is-sent.test.ts#outsiders receive a checkpoint, its hash or a proof, and nothing else",
    "We use no advertising or tracking cookies, and load nothing from other sites.": [cookies, noForeign],
    "What we store in your browser is needed for what you asked for, so there is no consent banner.": [
      storage,
      cookies,
      otherStorage,
    ],
    "The tables above name the period of each datum.": periods,
    "An hourly job deletes what has reached the end of its period.": [hourly, forgets, forgetsPaid],
    "The public track record keeps predictions with their outcomes, without any link to a person, because a record from which entries can be removed would prove nothing.":
      [noTrace, cannotRewrite],
    "Connections are encrypted.": hsts,
    "Passwords and tokens are stored on our side as hashes only.": [tokenHash, tfaHidden, exportSecret],
    "Repeated wrong attempts are slowed down and locked, two-factor authentication is available to everyone, and you can see and end your sessions in your account.":
      [guessing, tfaLock, tfaSetUp, sessionsList],
    "Wherever you live you can see and correct your data, take it with you ('Export Data'), and have it deleted ('Delete Account'), all in the Privacy tab of your account, without asking anyone.":
      [privacyTab, deleteTab, profile],
    "What personal data Beatcast handles, why, for how long, and how to export or delete it yourself.": [
      columns,
      privacyTab,
      deleteTab,
    ],
    "where you turn push messages on, your browser's push service, which gets them encrypted for your browser;":
      [pushed],
  },
  clauses: [
    "Requests are answered within 30 days (EU) or 45 days (California).",
    "We answer within 30 days.",
    "We answer within 45 days.",
    "We decide how and why this data is used, which makes us its controller.",
    "Basis: our contract with you.",
    "Basis: our legitimate interest in a secure service.",
    "Basis: legal obligation.",
    "To provide the service you signed up for: accounts, analyses, history, support and payment.",
    "To keep it safe: limiting attempts, detecting abuse, keeping logs.",
    "To meet the law, for example tax rules on invoices.",
    "We send it no name, no address, no account data, and we do not let anyone train models on your personal data.",
    "We do not sell personal data, and we do not share it for advertising.",
    "our hosting and network provider, which stores and delivers the application;",
    "our payment provider, which handles cards, invoices and refunds under its own policy as well;",
    "our mail provider, which delivers the messages you receive from us;",
    "authorities, where a valid legal order obliges us, and then only what it covers;",
    "a successor, if the business is transferred; this policy then continues to bind the data.",
    "Providers act on our instructions under contract and may use the data for nothing else.",
    "Server logs: at most 30 days.",
    "Invoices, which our payment provider keeps: as long as tax law requires.",
    "No system is beyond failure: should a breach put you at risk, we tell you and the authority without undue delay.",
    "You can also write to privacy@%HOST%.",
    "You have the rights of access, rectification, erasure, restriction, portability and objection, and may withdraw a consent at any time.",
    "You may complain to your data protection authority.",
    "You have the rights to know, correct, delete and receive your data, to limit the use of sensitive data, and not to be treated worse for using them.",
    "We neither sell nor share personal information as the law there defines it.",
    "We may ask you to confirm a request from your account's mailbox, so that nobody else can make it for you.",
    "Our providers may process data in the United States and other countries.",
    "Where data leaves the European Economic Area or the United Kingdom, it is protected by an adequacy decision or by the standard contractual clauses of the European Commission.",
    "Beatcast is for adults.",
    "Nobody under 18 may hold an account, and we do not knowingly collect data of children.",
    "Tell us if you believe a child has signed up, and we delete the account.",
    "When something in here changes in substance, we announce it by email or in the application before it takes effect, and change the date at the top.",
    "Earlier versions are available on request.",
  ],
  noClaim: [
    "Skip to content",
    "Beatcast",
    "Home Sign In Dashboard",
    "Effective July 17, 2025",
    "In short",
    "Contents",
    "© 2025 Beatcast Privacy Policy Terms of Service",
    "Privacy Policy",
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
    "Who we are and what this covers",
    "What we collect",
    "What we use it for, and on what basis",
    "Models and automated processing",
    "Who receives it",
    "Cookies and browser storage",
    "How long we keep it",
    "How we protect it",
    "Your rights",
    "Where it is processed",
    "Children",
    "Changes to this policy",
    "Beatcast is a web application that publishes research about company earnings.",
    "This policy says what personal data we handle when you visit the site, create an account, subscribe or write to us, why we do so, and what you can do about it.",
    "Questions and requests: privacy@%HOST%.",
    "Account",
    "Security",
    "Use of the product",
    "Mail",
    "Billing",
    "In your browser",
    "To improve it.",
    "It is passed on only to:",
    "European Union, European Economic Area, United Kingdom.",
    "California.",
    "Privacy Policy · Beatcast",
  ],
  fromSpec: ["Effective July 17, 2025", "Requests are answered within 30 days (EU) or 45 days (California)."],
};
