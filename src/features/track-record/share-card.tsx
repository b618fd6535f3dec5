import { Card, CardHeader } from "#ui/card.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { Plug } from "#ui/icons.tsx";

/** The feed of settled predictions, and the badge with its code for other sites. */
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
