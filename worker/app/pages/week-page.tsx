/** @jsxImportSource hono/jsx */
import { counted, dayOfWeek, spanOfDays } from "#contract/format.ts";
import { buttons, type Markup, type PublicPage, renderTable, smallNote, tableRow } from "./frame.tsx";
import type { WeekDay, WeekPageData, WeekReport } from "./published-reports.ts";
import { epsCell, predictionCell, resultCell, sessionNames } from "./report-cells.tsx";

/** How many companies the page's structured data lists. Search engines do not read longer lists. */
const MAX_LISTED = 100;

export function weekPath(week: string): string {
  return `/calendar/${week}`;
}

export function stockPath(symbol: string): string {
  return `/stocks/${encodeURIComponent(symbol)}`;
}

export function countsOf({ days }: WeekPageData): { count: number; reported: number; beats: number } {
  const total = (field: "count" | "reported" | "beats") => days.reduce((sum, day) => sum + day[field], 0);
  return { count: total("count"), reported: total("reported"), beats: total("beats") };
}

export function weekPage(
  week: string,
  { monday, sunday }: { monday: string; sunday: string },
  weekReports: WeekPageData,
  origin: string,
): PublicPage {
  const title = `Earnings reports of ${spanOfDays(monday, sunday)}`;
  const { count, reported, beats } = countsOf(weekReports);
  const summary = `${counted(count, "company reports", "companies report")} in this week. ${reported === 0 ? "None has reported yet." : `${counted(reported, "has", "have")} reported, and ${counted(beats, "beat", "beat")} the EPS consensus.`}`;
  const listed = weekReports.days.flatMap(({ reports }) => reports).slice(0, MAX_LISTED);
  return {
    path: weekPath(week),
    title,
    description: `${summary} Dates, EPS consensus, what was reported, and how the predictions locked before the reports turned out.`,
    picture: { path: `/share/calendar/${week}.png`, alt: `${title}: ${summary}` },
    structuredData: {
      "@type": "CollectionPage",
      name: title,
      url: origin + weekPath(week),
      mainEntity: {
        "@type": "ItemList",
        numberOfItems: count,
        itemListElement: listed.map(({ symbol, name }, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name: name ?? symbol,
          url: origin + stockPath(symbol),
        })),
      },
    },
    content: (
      <>
        <header class="flex flex-col gap-3">
          <p class="eyebrow">
            Week {Number(week.slice(6))} of {week.slice(0, 4)}
          </p>
          <h1 class="heading-1">{title}</h1>
          <p class="max-w-3xl text-muted">{summary}</p>
          <p class="max-w-3xl text-sm text-muted">
            Predictions are shown once they are settled, right or wrong; each says whether it was locked
            before the report.
          </p>
          {weekLinks(weekReports)}
        </header>
        {weekReports.days.map(dayOf)}
      </>
    ),
  };
}

function weekLinks({ previous, next }: WeekPageData): Markup {
  const link = (week: string | null, text: string) =>
    week === null ? (
      ""
    ) : (
      <a href={weekPath(week)} class={buttons.secondary}>
        {text}
      </a>
    );
  return (
    <nav aria-label="Weeks" class="flex flex-wrap gap-2">
      {link(previous, "Earlier week")}
      {link(next, "Later week")}
    </nav>
  );
}

function dayOf({ day, count, reported, beats, reports }: WeekDay): Markup {
  const name = dayOfWeek(day);
  const rest = count - reports.length;
  return (
    <section aria-labelledby={`day-${day}`} class="flex flex-col gap-3">
      <header>
        <h2 id={`day-${day}`} class="heading-2">
          {name}
        </h2>
        <p class="text-sm text-muted">
          {counted(count, "company", "companies")}
          {reported > 0 ? `, ${counted(reported, "has", "have")} reported: ${counted(beats, "beat")}` : ""}
        </p>
      </header>
      {renderTable(`Reports of ${name}`, ["Company", "EPS", "Result", "Prediction"], reports.map(companyRow))}
      {rest > 0 ? (
        <p class="text-sm text-muted">
          The largest {reports.length} are listed;{" "}
          {counted(rest, "smaller company is", "smaller companies are")} left out here.
        </p>
      ) : (
        ""
      )}
    </section>
  );
}

function companyRow(report: WeekReport): Markup {
  const { symbol, name, session, isConfirmed, currency, movedFrom } = report;
  const when = [
    session && sessionNames[session],
    isConfirmed ? "confirmed" : "day estimated",
    movedFrom && `moved from ${movedFrom}`,
  ];
  return tableRow([
    <>
      <a href={stockPath(symbol)} class="link font-semibold">
        {symbol}
      </a>
      {name ? <span class="block max-w-56">{name}</span> : ""}
      {smallNote(when.filter(Boolean).join(", "))}
    </>,
    epsCell(report, currency),
    resultCell(report),
    predictionCell(report),
  ]);
}
