import { Card, CardHeader } from "#ui/card.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { Download, Plug } from "#ui/icons.tsx";

export function ShareCard() {
  const code = `<iframe src="${location.origin}/badge/track-record" width="320" height="76" title="Beatcast track record" style="border:0"></iframe>`;
  return (
    <Card aria-labelledby="share-record">
      <CardHeader
        id="share-record"
        icon={<Plug />}
        title="Feed and badge"
        description="Settled predictions in your feed reader, and the record on your own site"
      />
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          <a className="link" href="/feeds/settled.atom">
            Atom feed of settled predictions
          </a>
        </p>
        <img
          src="/badge/track-record.svg"
          width={320}
          height={72}
          alt="Badge of the track record"
          loading="lazy"
        />
        <code className="select-all break-all rounded-md bg-sunken p-3 font-mono text-sm">{code}</code>
        <CopyButton
          text={code}
          label="Copy the code"
          size="sm"
          className="self-start"
          then="Paste the code into your page."
          otherwise="Please select the code and copy it."
        />
      </div>
    </Card>
  );
}

const downloads = [
  { label: "CSV", href: "/data/predictions.csv" },
  { label: "JSON Lines", href: "/data/predictions.jsonl" },
  { label: "Checksums", href: "/data/SHA256SUMS" },
] as const;

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
