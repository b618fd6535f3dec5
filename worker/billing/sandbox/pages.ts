import { html, raw } from "hono/html";
import { money } from "#contract/format.ts";
import { planTerms } from "#contract/plans.ts";
import { isoDay } from "#contract/time.ts";
import type { SandboxCheckout, SandboxCustomer, SandboxSubscription } from "./store.ts";

type Markup = ReturnType<typeof html>;

export function checkoutPage(checkout: SandboxCheckout, problem: string | null): string {
  const { name, priceCents } = planTerms[checkout.planId];
  const isOpen = checkout.state === "open";
  return frame(
    "Test checkout",
    html`<p class="amount">${money(priceCents)} <small>per month</small></p>
      <p>Beatcast ${name}</p>
      ${problem ? html`<p role="alert" class="problem">${problem}</p>` : ""}
      ${
        isOpen
          ? html`<form method="post">
              ${
                checkout.email
                  ? html`<p class="fixed">${checkout.email}</p>`
                  : html`<label>Email <input name="email" type="email" autocomplete="email" maxlength="254" /></label>
                      <label>Name on card <input name="name" autocomplete="name" maxlength="100" /></label>`
              }
              <p class="fixed">Card 4242 4242 4242 4242</p>
              <button name="outcome" value="succeed" class="main">Pay ${money(priceCents)}</button>
              <button name="outcome" value="decline">Decline the card</button>
              <button name="outcome" value="cancel">Cancel and go back</button>
              <label class="check"><input type="checkbox" name="isWebhookLost" /> Lose the webhook on its way</label>
            </form>`
          : html`<p>This checkout is ${checkout.state}.</p>`
      }`,
  );
}

export function portalPage(
  customer: SandboxCustomer,
  subscriptions: readonly SandboxSubscription[],
  returnPath: string,
): string {
  return frame(
    "Test billing portal",
    html`<p class="fixed">${customer.email}</p>
      <p>Payment method: ${customer.card.brand} ending in ${customer.card.last4}</p>
      <form method="post">
        <button name="act" value="card-works" class="main">Use a card that works</button>
        <button name="act" value="card-declines">Use a card that is declined</button>
      </form>
      ${subscriptions.map(subscriptionForm)}
      <p><a href="${returnPath}">Back to Beatcast</a></p>`,
  );
}

function subscriptionForm(subscription: SandboxSubscription): Markup {
  const { id, status, planId, periodEnd, endsAt } = subscription;
  const end = isoDay(endsAt ?? periodEnd);
  const verb = status === "canceled" ? "ended" : endsAt === null ? "renews" : "ends";
  return html`<section>
    <h2>${planTerms[planId].name}: ${status}</h2>
    <p>${verb} ${end} (UTC)</p>
    ${
      status === "canceled"
        ? ""
        : html`<form method="post">
            <input type="hidden" name="subscriptionId" value="${id}" />
            <button name="act" value="pass-period">Go to the end of the period</button>
            ${
              status === "past_due"
                ? html`<button name="act" value="pay">Pay the open invoice</button>
                    <button name="act" value="pass-days">Let eight days pass</button>`
                : ""
            }
            <button name="act" value="end">End it now</button>
          </form>`
    }
  </section>`;
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
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <style>
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <header>Payment sandbox: no money is moved</header>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html>`,
  );
}

const SHEET = { width: 595, height: 842, left: 56, top: 780, lineHeight: 22, fontSize: 12 };

/** One page of Latin text. A library would be many times its size. */
export function textPdf(lines: readonly string[]): Uint8Array {
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  const stream = `BT /F1 ${SHEET.fontSize} Tf ${SHEET.lineHeight} TL ${SHEET.left} ${SHEET.top} Td\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SHEET.width} ${SHEET.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new TextEncoder().encode(body);
}

/** The standard font knows only Latin; brackets and backslashes are the format's. */
function escaped(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&");
}
