/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { money } from "#contract/format.ts";
import { planTerms } from "#contract/plans.ts";
import { isoDay } from "#contract/time.ts";
import type { SandboxCheckout, SandboxCustomer, SandboxInvoice, SandboxSubscription } from "./store.ts";

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export function checkoutPage(checkout: SandboxCheckout, problem: string | null): string {
  const { name, priceCents } = planTerms[checkout.planId];
  const isOpen = checkout.state === "open";
  return frame(
    "Test checkout",
    <>
      <p class="amount">
        {money(priceCents)} <small>per month</small>
      </p>
      <p>Beatcast {name}</p>
      {problem ? (
        <p role="alert" class="problem">
          {problem}
        </p>
      ) : (
        ""
      )}
      {isOpen ? (
        <form method="post">
          {checkout.email ? (
            <p class="fixed">{checkout.email}</p>
          ) : (
            <>
              <label>
                Email <input name="email" type="email" autocomplete="email" maxlength={254} />
              </label>
              <label>
                Name on card <input name="name" autocomplete="name" maxlength={100} />
              </label>
            </>
          )}
          <p class="fixed">Card 4242 4242 4242 4242</p>
          <button type="submit" name="outcome" value="succeed" class="main">
            Pay {money(priceCents)}
          </button>
          <button type="submit" name="outcome" value="decline">
            Decline the card
          </button>
          <button type="submit" name="outcome" value="cancel">
            Cancel and go back
          </button>
          <label class="check">
            <input type="checkbox" name="isWebhookLost" /> Lose the webhook on its way
          </label>
        </form>
      ) : (
        <p>This checkout is {checkout.state}.</p>
      )}
    </>,
  );
}

export function portalPage(
  customer: SandboxCustomer,
  subscriptions: readonly SandboxSubscription[],
  returnPath: string,
): string {
  return frame(
    "Test billing portal",
    <>
      <p class="fixed">{customer.email}</p>
      <p>
        Payment method: {customer.card.brand} ending in {customer.card.last4}
      </p>
      <form method="post">
        <button type="submit" name="act" value="card-works" class="main">
          Use a card that works
        </button>
        <button type="submit" name="act" value="card-declines">
          Use a card that is declined
        </button>
      </form>
      {subscriptions.map(subscriptionForm)}
      <p>
        <a href={returnPath}>Back to Beatcast</a>
      </p>
    </>,
  );
}

function subscriptionForm(subscription: SandboxSubscription): Markup {
  const { id, status, planId, periodEnd, endsAt } = subscription;
  const end = isoDay(endsAt ?? periodEnd);
  const verb = status === "canceled" ? "ended" : endsAt === null ? "renews" : "ends";
  return (
    <section>
      <h2>
        {planTerms[planId].name}: {status}
      </h2>
      <p>
        {verb} {end} (UTC)
      </p>
      {status === "canceled" ? (
        ""
      ) : (
        <form method="post">
          <input type="hidden" name="subscriptionId" value={id} />
          <button type="submit" name="act" value="pass-period">
            Go to the end of the period
          </button>
          {status === "past_due" ? (
            <>
              <button type="submit" name="act" value="pay">
                Pay the open invoice
              </button>
              <button type="submit" name="act" value="pass-days">
                Let eight days pass
              </button>
            </>
          ) : (
            ""
          )}
          <button type="submit" name="act" value="end">
            End it now
          </button>
        </form>
      )}
    </section>
  );
}

/** The sandbox looks unlike Beatcast on purpose, because a real checkout is another company's page. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
header { padding: 0.75rem 1rem; background: #5b21b6; color: #fff; font-weight: 600; text-align: center; }
main { max-width: 24rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; } h2 { font-size: 1.05rem; margin: 0; }
form { display: grid; gap: 0.75rem; margin: 1rem 0; }
label { display: grid; gap: 0.25rem; } .check { display: flex; gap: 0.5rem; align-items: center; }
input:not([type=checkbox]), button { font: inherit; padding: 0.7rem; border: 1px solid GrayText; border-radius: 0.5rem; min-height: 44px; box-sizing: border-box; width: 100%; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; }
button { cursor: pointer; } button.main { background: #5b21b6; border-color: #5b21b6; color: #fff; }
.amount { font-size: 2rem; font-weight: 600; margin: 0; } .amount small { font-size: 1rem; font-weight: 400; }
.problem { padding: 0.75rem; border: 1px solid #b91c1c; border-radius: 0.5rem; }
.fixed { padding: 0.7rem; border: 1px dashed GrayText; border-radius: 0.5rem; margin: 0; overflow-wrap: anywhere; }
section { border-top: 1px solid GrayText; padding-top: 1rem; margin-top: 1rem; }
`;

function frame(title: string, content: Markup): string {
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{raw(STYLE)}</style>
      </head>
      <body>
        <header>Payment sandbox: no money is moved</header>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${document}`;
}

export function invoicePage(invoice: SandboxInvoice): string {
  return frame(
    "Test invoice",
    <>
      <p class="amount">{money(invoice.amountCents)}</p>
      <p>{invoice.description}</p>
      <p>Number: {invoice.id}</p>
      <p>Date: {isoDay(invoice.createdAt)}</p>
      <p>Status: {invoice.status}</p>
    </>,
  );
}
