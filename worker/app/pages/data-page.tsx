/** @jsxImportSource hono/jsx */
import { counted, dayAndTime, fixed, number } from "#contract/format.ts";
import { buttons, type Markup, type PublicPage, renderBadge, renderTable, tableRow } from "./frame.tsx";

type DataPage = {
  manifest: {
    schemaVersion: string;
    writtenAt: string;
    hasSources: boolean;
    hasTraders: boolean;
    rows: number;
    void: number;
    kinds: Readonly<Record<string, number>>;
    files: readonly { name: string; type: string; bytes: number; sha256: string }[];
  };
  columns: readonly { name: string; type: string; meaning: string; isSources?: true }[];
  origin: string;
};

const LICENCE = "https://creativecommons.org/licenses/by/4.0/";
const TITLE = "Open data: every settled prediction";

const kindNames: Readonly<Record<string, string>> = {
  live: "locked before real reports",
  rehearsed: "played later from past data",
  simulated: "of the simulated market",
  replayed: "computed later for the simulated market",
};

export function dataPage({ manifest, columns, origin }: DataPage): PublicPage {
  const { rows, schemaVersion, writtenAt } = manifest;
  const description = `${counted(rows, "settled or void prediction")} of quarterly EPS as CSV, JSON Lines and Parquet, with probability, base rate and outcome. CC BY 4.0.`;
  return {
    path: "/data",
    title: TITLE,
    description,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: {
      "@type": "Dataset",
      name: "Beatcast settled predictions",
      description,
      url: `${origin}/data`,
      license: LICENCE,
      version: schemaVersion,
      dateModified: writtenAt,
      isAccessibleForFree: true,
      creator: { "@type": "Organization", name: "Beatcast", url: origin },
      distribution: manifest.files.map(({ name, type, sha256 }) => ({
        "@type": "DataDownload",
        contentUrl: `${origin}/data/${name}`,
        encodingFormat: type.split(";")[0],
        sha256,
      })),
      variableMeasured: columns.map(({ name, meaning }) => ({
        "@type": "PropertyValue",
        name,
        description: meaning,
      })),
    },
    content: (
      <>
        {headerOf(manifest)}
        {filesOf(manifest)}
        {columnsOf(columns, manifest)}
        {checkOf(manifest, origin)}
        {licenseOf(manifest, origin)}
      </>
    ),
  };
}

function headerOf({ rows, void: ofVoid, kinds, schemaVersion, writtenAt }: DataPage["manifest"]): Markup {
  const badges = Object.entries(kinds).map(([kind, n]) =>
    renderBadge(`${counted(n, "row")} ${kindNames[kind] ?? kind}`),
  );
  return (
    <header class="flex flex-col gap-3">
      <p class="eyebrow">Open data</p>
      <h1 class="heading-1">Every settled prediction, to download</h1>
      <p class="max-w-3xl text-lg text-muted text-pretty">
        All predictions of record that are settled or void, right or wrong. Open ones are not in the files:
        they stay sealed until their report.
      </p>
      <p class="flex flex-wrap gap-2 [&>*]:!whitespace-normal">{badges}</p>
      <p class="text-sm text-muted figures">
        {counted(rows, "row")}, {ofVoid} of them void. Schema {schemaVersion}, written{" "}
        {dayAndTime(new Date(writtenAt))} UTC and every night.
      </p>
    </header>
  );
}

function filesOf({ files }: DataPage["manifest"]): Markup {
  const isSeason = ({ name }: { name: string }) => name.endsWith(".parquet");
  return (
    <section aria-labelledby="files" class="flex flex-col gap-4">
      <h2 id="files" class="heading-2">
        Files
      </h2>
      <p class="flex flex-wrap gap-2">
        {files.map(({ name, bytes }) => (
          <a href={`/data/${name}`} class={buttons.secondary}>
            {name} <span class="ml-1 font-normal text-muted">{sizeOf(bytes)}</span>
          </a>
        ))}
        <a href="/data/SHA256SUMS" class={buttons.secondary}>
          SHA256SUMS
        </a>
      </p>
      {files.some(isSeason) ? (
        <p class="max-w-3xl text-sm text-muted">
          The CSV and JSON Lines files have every row. Each Parquet file has the predictions that ended in its
          calendar quarter, and stays the same once the quarter is over.
        </p>
      ) : (
        ""
      )}
      <dl class="flex flex-col gap-2 text-sm">
        {files.map(({ name, sha256 }) => (
          <div>
            <dt class="text-muted">SHA-256 of {name}</dt>
            <dd class="break-all font-mono text-xs">{sha256}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function withNames(meaning: string): Markup {
  const parts = meaning.split(/(\b[a-z]+_[a-z_]+\b)/);
  return <>{parts.map((part, i) => (i % 2 === 1 ? <code class="font-mono">{part}</code> : part))}</>;
}

function columnsOf(columns: DataPage["columns"], { hasSources }: DataPage["manifest"]): Markup {
  const rows = columns.map(({ name, type, meaning, isSources }) =>
    tableRow([
      <code class="font-mono text-xs">{name}</code>,
      type,
      <span class="block min-w-64 max-w-2xl">
        {withNames(meaning)}
        {isSources ? " From the market source." : ""}
      </span>,
    ]),
  );
  return (
    <section aria-labelledby="columns" class="flex flex-col gap-4">
      <header class="flex flex-col gap-1">
        <h2 id="columns" class="heading-2">
          Columns
        </h2>
        <p class="max-w-3xl text-sm text-muted">
          An empty cell in the CSV file, or <code class="font-mono">null</code> in JSON Lines and Parquet,
          means that there is no value. A text that a spreadsheet would take for a formula begins with an
          apostrophe in the CSV file.
          {hasSources
            ? ""
            : " Consensus, reported EPS and sector belong to the market source, whose license does not let us publish them here."}
        </p>
      </header>
      {renderTable("Columns of the files", ["Column", "Type", "Meaning"], rows)}
    </section>
  );
}

function checkOf({ files, hasTraders }: DataPage["manifest"], origin: string): Markup {
  const query = duckDbQuery(files, origin);
  return (
    <section aria-labelledby="check" class="flex max-w-3xl flex-col gap-3">
      <h2 id="check" class="heading-2">
        Check our figures
      </h2>
      <p>
        The{" "}
        <a href="/track-record" class="link">
          track record
        </a>{" "}
        has its figures from these rows. Compute them yourself, for each{" "}
        <code class="font-mono">record_kind</code> alone and without void rows:
      </p>
      <ul class="flex list-disc flex-col gap-1 pl-5">
        <li>
          Brier score: the mean of (<code class="font-mono">beat_probability</code> − outcome)², with 1 for a
          beat and 0 for a miss.
        </li>
        <li>
          Skill over the base rate: 1 − Brier score / Brier score of <code class="font-mono">base_rate</code>.
        </li>
        <li>Skill over always predicting a beat: 1 − Brier score / share of misses.</li>
        <li>
          Calibration: share of beats among predictions with 0% to below 10%, 10% to below 20%, and so on.
        </li>
        <li>Intervals: the middle 95% of 2,000 draws of whole report days.</li>
      </ul>
      <p>
        <a href="/check-record.py" class="link" download>
          check-record.py
        </a>{" "}
        does all of it in plain Python without any package:{" "}
        <code class="break-all font-mono text-xs">python3 check-record.py {origin}/data/predictions.csv</code>
        {hasTraders ? (
          <>
            {" "}
            With <code class="font-mono text-xs">--markets</code> it computes{" "}
            <a href="/track-record/versus-markets" class="link">
              our number beside prediction markets
            </a>
            .
          </>
        ) : (
          ""
        )}
      </p>
      {query ? (
        <>
          <p>
            <a href="https://duckdb.org" class="link">
              DuckDB
            </a>{" "}
            reads the Parquet files where they are. This gives the scores and the calibration bins:
          </p>
          <pre
            id="duckdb"
            class="overflow-x-auto rounded-lg border border-edge bg-surface p-4 font-mono text-xs"
            tabindex={0}
          >
            {query}
          </pre>
        </>
      ) : (
        ""
      )}
    </section>
  );
}

function licenseOf({ hasSources }: DataPage["manifest"], origin: string): Markup {
  return (
    <section aria-labelledby="license" class="flex max-w-3xl flex-col gap-3">
      <h2 id="license" class="heading-2">
        License and citation
      </h2>
      <p>
        The files are licensed under{" "}
        <a href={LICENCE} class="link" rel="license">
          Creative Commons Attribution 4.0
        </a>
        : use them for anything, and name the source.
        {hasSources ? " The columns marked as the market source's stay under its license." : ""} No warranty
        comes with them.
      </p>
      <p>
        Cite them as: Beatcast, Settled predictions of EPS beats, {origin}/data, with the schema version and
        the SHA-256 of your file.
      </p>
    </section>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${number(Math.max(1, Math.round(bytes / 1_000)))} kB`
    : `${fixed(bytes / 1_000_000, 1)} MB`;
}

/**
 * Returns a DuckDB query over the Parquet files that computes the scores of each kind of record and its
 * calibration bins. Returns null when there are no Parquet files.
 */
function duckDbQuery(files: readonly { name: string }[], origin: string): string | null {
  const parquet = files.filter(({ name }) => name.endsWith(".parquet"));
  if (parquet.length === 0) return null;
  return `WITH settled AS (
  SELECT record_kind, beat_probability AS p, base_rate AS base,
    (outcome = 'beat')::INT AS beat, least(floor(beat_probability * 10), 9) / 10 AS bin
  FROM read_parquet([
${parquet.map(({ name }) => `    '${origin}/data/${name}'`).join(",\n")}
  ])
  WHERE state = 'settled'
), scores AS (
  SELECT record_kind, count(*) AS predictions, avg((p - beat) ** 2) AS brier,
    1 - avg((p - beat) ** 2) / avg((base - beat) ** 2) AS skill_over_base_rate,
    1 - avg((p - beat) ** 2) / avg((1 - beat) ** 2) AS skill_over_always_beat
  FROM settled GROUP BY record_kind
)
SELECT scores.*, bin, count(*) AS in_bin, avg(p) AS mean_probability, avg(beat) AS share_of_beats
FROM settled JOIN scores USING (record_kind)
GROUP BY ALL ORDER BY record_kind, bin;`;
}
