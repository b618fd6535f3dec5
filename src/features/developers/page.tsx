import { useQuery } from "@tanstack/react-query";
import { apiChanges, DEPRECATION_MONTHS } from "#contract/api-changes.ts";
import { largestPlanLimit, plansWithKeys, plansWithOneKey } from "#contract/plans.ts";
import { rateLimitRules } from "#contract/rules.ts";
import { usePageTitle } from "#lib/browser.ts";
import { longDate } from "#lib/dates.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { DOCUMENT_PATH, documentQuery, FIRST_CALL_PATH } from "./api.ts";
import { Calls, CodeSample, ErrorCodes } from "./calls.tsx";
import { Webhooks } from "./webhooks.tsx";

const mcpSamples = [
  {
    lang: "MCP",
    source: JSON.stringify(
      {
        mcpServers: {
          beatcast: {
            type: "http",
            url: `${location.origin}/mcp`,
            headers: { Authorization: "Bearer $BEATCAST_API_KEY" },
          },
        },
      },
      null,
      2,
    ),
  },
];

export default function DevelopersPage() {
  usePageTitle("API reference");
  return (
    <AppShell>
      <div className="page-width flex flex-col gap-8 py-8 sm:py-12">
        <header className="flex max-w-3xl flex-col gap-3">
          <h1 className="heading-1">API reference</h1>
          <p className="text-lg text-muted text-pretty">
            The same analyses, calendar and record as on these pages, for your own programs. Keys come with{" "}
            {plansWithKeys} (up to {largestPlanLimit("apiKeys")}), and one to try with {plansWithOneKey}.
          </p>
        </header>
        <p className="flex flex-wrap gap-2">
          <LinkButton href="/account?tab=api" size="sm">
            Your keys
          </LinkButton>
          <LinkButton href={DOCUMENT_PATH} variant="secondary" size="sm">
            OpenAPI
          </LinkButton>
        </p>
        <FirstRequest />
        <section aria-labelledby="mcp-title" className="flex flex-col gap-4">
          <h2 id="mcp-title" className="heading-2">
            For assistants
          </h2>
          <p className="max-w-3xl text-muted">
            The connector's address is <code className="break-all font-mono">{`${location.origin}/mcp`}</code>
            . It has five tools: analyze, calendar, history, <code className="font-mono">track_record</code>,
            and <code className="font-mono">explain_base_rate</code>. An assistant that connects by OAuth
            needs only that address: it asks for your consent, on every plan, and you end it under{" "}
            <a href="/account?tab=security" className="link">
              Connected apps
            </a>
            . Where the assistant draws views, an analysis is a card. Programs of your own take a key:
          </p>
          <CodeSample name="Set up the MCP server" samples={mcpSamples} />
        </section>
        <section aria-labelledby="calls-title" className="flex flex-col gap-4">
          <h2 id="calls-title" className="heading-2">
            Calls
          </h2>
          <Calls />
        </section>
        <section aria-labelledby="embed-title" className="flex flex-col gap-4">
          <h2 id="embed-title" className="heading-2">
            For blogs
          </h2>
          <p className="max-w-3xl text-muted">
            One script tag shows a company's card on your page, without a key:{" "}
            <a href="/embed" className="link">
              the tag and a live card
            </a>
            .
          </p>
        </section>
        <Webhooks />
        <Basics />
        <Changes />
        <Disclosure variant="educational" />
      </div>
    </AppShell>
  );
}

/** What the simulated market answered to that call on November 28, 2026. */
const firstAnswer = {
  dataMode: "sample",
  asOf: "2026-11-28T04:44:34.532Z",
  symbol: "AAPL",
  fiscalQuarterEnd: "2026-12-31",
  reportDate: "2027-01-25",
  source: "reports",
  baseRate: 0.7046,
  referenceClass: { label: "large, profitable, technology", n: 242, low: 0.6467, high: 0.7624 },
};

function FirstRequest() {
  const document = useQuery(documentQuery());
  const samples = document.data?.paths[FIRST_CALL_PATH]?.get?.["x-codeSamples"] ?? [];
  return (
    <section aria-labelledby="first-title" className="flex flex-col gap-4">
      <h2 id="first-title" className="heading-2">
        Your first request
      </h2>
      <p className="max-w-3xl text-muted">
        Create a key under{" "}
        <a href="/account?tab=api" className="link">
          Your keys
        </a>
        , set it as <code className="font-mono">BEATCAST_API_KEY</code>, and ask how often companies like
        Apple beat:
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
        {document.isError && <LoadFailure title="The request could not be loaded" query={document} />}
        {!document.isError && (
          <div className="min-h-48">
            {document.isPending && <Skeleton className="h-48 w-full" />}
            {samples.length > 0 && <CodeSample name="Your first request" samples={samples} />}
          </div>
        )}
        <figure className="rounded-md border border-line bg-sunken">
          <figcaption className="flex min-h-13 items-center border-b border-line px-4 text-sm font-medium">
            The answer, on sample data
          </figcaption>
          <pre className="whitespace-pre-wrap break-words p-4 text-sm">
            <code>{JSON.stringify(firstAnswer, null, 2)}</code>
          </pre>
        </figure>
      </div>
    </section>
  );
}

function Basics() {
  const { capacity, perSeconds } = rateLimitRules.api;
  return (
    <Card aria-labelledby="basics-title" className="flex flex-col gap-3">
      <h2 id="basics-title" className="heading-2">
        Basics
      </h2>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          Send the key as <code className="font-mono">Authorization: Bearer beatcast_…</code>. Keys are for
          servers: calls from a browser are refused, and so is a key in an address.
        </li>
        <li>
          An account may make about {capacity} calls every {perSeconds} seconds. The header{" "}
          <code className="font-mono">RateLimit-Policy</code> names this limit and the analyses of your plan,
          and <code className="font-mono">RateLimit</code> says how many analyses are left.
        </li>
        <li>
          Give each analysis an <code className="font-mono">Idempotency-Key</code>. Sent again, it gets the
          same answer and counts once.
        </li>
        <li>
          With <code className="font-mono">Accept: text/event-stream</code> an analysis streams its stages and
          ends with the event result or error.
        </li>
        <li>
          Errors are problem details (RFC 9457). Go by <code className="font-mono">code</code>:
        </li>
      </ul>
      <ErrorCodes />
    </Card>
  );
}

function Changes() {
  return (
    <section aria-labelledby="changes-title" className="flex max-w-3xl flex-col gap-3">
      <h2 id="changes-title" className="heading-2">
        Changes
      </h2>
      <p className="text-muted">
        Under <code className="font-mono">/api/v1</code> calls and fields are only added, so read past fields
        that you do not know. Deprecations are announced here, {DEPRECATION_MONTHS} months before anything
        stops working.
      </p>
      <dl className="flex flex-col gap-2">
        {apiChanges.map(({ version, day, text }) => (
          <div key={version}>
            <dt className="font-medium">
              {version} · {longDate(day)}
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
