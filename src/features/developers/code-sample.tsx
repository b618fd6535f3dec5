import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";

type Sample = { lang: string; source: string };

/** One example in several languages, each to be copied. `name` says what it does, for screen readers. */
export function CodeSample({ name, samples }: { name: string; samples: readonly Sample[] }) {
  const [chosen, setChosen] = useState(samples[0]?.lang);
  const sample = samples.find(({ lang }) => lang === chosen) ?? samples[0];
  if (!sample) return null;
  return (
    <div className="rounded-md border border-line bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Language of the example: {name}</legend>
          {samples.map(({ lang }) => (
            <Button
              key={lang}
              size="sm"
              variant={lang === sample.lang ? "secondary" : "ghost"}
              aria-pressed={lang === sample.lang}
              onClick={() => setChosen(lang)}
            >
              {lang}
            </Button>
          ))}
        </fieldset>
        <CopyButton
          text={sample.source}
          size="sm"
          variant="ghost"
          aria-label={`Copy the example: ${name}`}
          then="Set BEATCAST_API_KEY where your program reads its secrets."
          otherwise="Please select the example and copy it."
        />
      </div>
      <pre className="whitespace-pre-wrap break-words p-4 text-sm">
        <code>{sample.source}</code>
      </pre>
    </div>
  );
}
