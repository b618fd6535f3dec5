import { useQuery } from "@tanstack/react-query";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { type ApiCall, documentQuery } from "./api.ts";
import { CodeSample } from "./code-sample.tsx";

/** Every call of the public API, as its own document describes it. */
export function Calls() {
  const document = useQuery(documentQuery());
  if (document.isPending) return <SkeletonLines lines={8} />;
  if (document.isError)
    return (
      <LoadFailure
        title="The calls could not be loaded"
        error={document.error}
        onRetry={() => void document.refetch()}
        isRetrying={document.isFetching}
      />
    );
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
      {call.parameters.length > 0 && (
        <p className="text-sm text-muted">
          Takes{" "}
          {call.parameters.map(({ name, in: where, required }, i) => (
            <span key={name}>
              {i > 0 && ", "}
              <code className="font-mono text-ink">{name}</code> in the {where}
              {!required && where !== "path" && " (optional)"}
            </span>
          ))}
          .
        </p>
      )}
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
