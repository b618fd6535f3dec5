import { useAction } from "#lib/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Copy, Plug } from "#ui/icons.tsx";

/** The feed of settled predictions, and the badge with its code for other sites. */
export function ShareCard() {
  const code = `<iframe src="${location.origin}/badge/track-record" width="320" height="76" title="Beatcast track record" style="border:0"></iframe>`;
  const copied = useAction({
    call: () => navigator.clipboard.writeText(code),
    success: { title: "Copied", description: "Paste the code into your page." },
    failure: { title: "Copy failed", fallback: "Please select the code and copy it." },
  });
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
        <Button variant="secondary" size="sm" className="self-start" onClick={() => copied.run()}>
          <Copy /> Copy the code
        </Button>
      </div>
    </Card>
  );
}
