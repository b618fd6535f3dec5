import { Card, CardHeader } from "#ui/card.tsx";
import { Download } from "#ui/icons.tsx";

const downloads = [
  { label: "CSV", href: "/data/predictions.csv" },
  { label: "JSON Lines", href: "/data/predictions.jsonl" },
  { label: "Checksums", href: "/data/SHA256SUMS" },
] as const;

/** Where everyone can download what the figures rest on. */
export function OpenDataCard() {
  return (
    <Card aria-labelledby="open-data">
      <CardHeader
        id="open-data"
        icon={<Download />}
        title="Open data"
        description="Every settled or void prediction in one file, written each night"
      />
      <p className="max-w-3xl text-sm text-muted text-pretty">
        Compute every figure of this page yourself. You may use the files for anything under CC BY 4.0, as
        long as you name Beatcast as the source.
      </p>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <a className="link" href="/data">
          What each column means
        </a>
        {downloads.map(({ label, href }) => (
          <a key={href} className="link" href={href} download>
            {label}
          </a>
        ))}
      </p>
    </Card>
  );
}
