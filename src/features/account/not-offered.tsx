import { Card, CardHeader } from "#ui/card.tsx";
import { Info } from "#ui/icons.tsx";

type NotOfferedProps = { id: string; items: readonly { label: string; text: string }[] };

/** What the product does not do, where one might look for a switch. */
export function NotOffered({ id, items }: NotOfferedProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} icon={<Info />} title="Not Offered" />
      <dl className="flex flex-col gap-3">
        {items.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="text-sm text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
