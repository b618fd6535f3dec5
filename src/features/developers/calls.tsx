import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ErrorCode } from "#contract/error.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/domain/copy-button.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { type ApiCall, documentQuery } from "./api.ts";

export function Calls() {
  const document = useQuery(documentQuery());
  if (document.isPending) return <SkeletonLines lines={8} />;
  if (document.isError) return <LoadFailure title="The calls could not be loaded" query={document} />;
  return Object.entries(document.data.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => (
      <Call key={`${method} ${path}`} method={method.toUpperCase()} path={path} call={call} />
    )),
  );
}

function Call({ method, path, call }: { method: string; path: string; call: ApiCall }) {
  const codes = Object.entries(call.responses)
    .filter(([status]) => status.startsWith("4"))
    .flatMap(([status, { "x-error-codes": found = [] }]) => found.map((code) => `${status} ${code}`));
  return (
    <Card className="flex flex-col gap-4">
      <header className="flex flex-col gap-1.5">
        <h3 className="heading-3">{call.summary}</h3>
        <p className="flex flex-wrap items-center gap-2">
          <code className="break-all font-mono text-sm">
            {method} {path}
          </code>
          <Badge tone={call["x-scope"] === "analyze" ? "signal" : "neutral"}>scope {call["x-scope"]}</Badge>
        </p>
      </header>
      <Parameters parameters={call.parameters} />
      <CodeSample name={call.summary} samples={call["x-codeSamples"]} />
      <details className="text-sm">
        <summary className="cursor-pointer rounded-sm font-medium focus-ring">Errors</summary>
        <ul className="mt-2 grid gap-x-6 gap-y-1 font-mono text-muted sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

const places = { path: "Path", query: "Query", header: "Header" } as const;

function Parameters({ parameters }: Pick<ApiCall, "parameters">) {
  const byPlace = Map.groupBy(parameters, ({ in: place }) => place);
  if (byPlace.size === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {[...byPlace].map(([place, named]) => (
        <div key={place} className="contents">
          <dt className="text-muted">{places[place]}</dt>
          <dd className="break-all font-mono">
            {named.map(({ name, required }) => (required ? name : `${name}?`)).join(", ")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const advice: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "The key is missing, mistyped or revoked.",
  forbidden: "The key lacks the scope, or the plan has no keys now.",
  invalid_request: "A parameter is wrong; fields names it.",
  invalid_symbol: "That is not a ticker; candidates may name what you meant.",
  unknown_symbol: "No company has this ticker.",
  no_estimate: "No analyst estimates the next report.",
  as_of_future: "asOf must have passed.",
  before_record: "asOf lies before the record began; recordBegan says when.",
  quota_exceeded: "The plan's analyses of this period are used up.",
  rate_limited: "Wait the seconds of Retry-After.",
  idempotency_key_reused: "The Idempotency-Key belongs to another company's analysis.",
  upstream_unavailable: "The market data source does not answer. Nothing was counted; try again.",
  internal: "Our failure. Quote requestId.",
};

export function ErrorCodes() {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
      {Object.entries(advice).map(([code, text]) => (
        <div key={code} id={code} className="contents">
          <dt>
            <code className="font-mono">{code}</code>
          </dt>
          <dd className="text-muted max-sm:mb-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Sample = { lang: string; source: string };

export function CodeSample({ name, samples }: { name: string; samples: readonly Sample[] }) {
  const [chosen, setChosen] = useState(samples[0]?.lang);
  const sample = samples.find(({ lang }) => lang === chosen) ?? samples[0];
  if (!sample) return null;
  return (
    <div className="rounded-md border border-line bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-2">
        <fieldset className="flex flex-wrap gap-1">
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
