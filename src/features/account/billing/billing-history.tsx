import type { BillingHistoryItem } from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { money } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Document } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

type BillingHistoryProps = { items: readonly BillingHistoryItem[]; isComplete: boolean; onRetry: () => void };

/** The invoices, newest first. A history that could not be read is never shown as empty. */
export function BillingHistory({ items, isComplete, onRetry }: BillingHistoryProps) {
  return (
    <Card aria-labelledby="history-title">
      <CardHeader id="history-title" title="Billing History" />
      {!isComplete && (
        <Notice
          tone="warn"
          title="The invoices cannot be loaded right now."
          action={
            <Button variant="secondary" size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Please try again in a few minutes.
        </Notice>
      )}
      {isComplete && items.length === 0 && <p className="text-muted">No billing history available</p>}
      <ul>
        {items.map((item) => (
          <Invoice key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}

function Invoice({ item }: { item: BillingHistoryItem }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{item.description ?? "Payment for subscription"}</p>
        <p className="text-sm text-muted">{longDate(item.created)}</p>
      </div>
      <p className="font-semibold figures">{money(item.amount, item.currency)}</p>
      <Badge tone={item.status === "paid" ? "neutral" : "danger"}>{item.status}</Badge>
      {item.invoice_pdf ? (
        <a
          href={item.invoice_pdf}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex min-h-11 items-center gap-1.5"
        >
          <Document className="size-4" /> PDF
          <span className="sr-only"> of {longDate(item.created)}, opens in a new tab</span>
        </a>
      ) : (
        <span className="text-sm text-muted">No PDF</span>
      )}
    </li>
  );
}
