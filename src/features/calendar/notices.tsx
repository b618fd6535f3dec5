import type { SeasonCalendar } from "#contract/calendar.ts";
import type { SeasonSoFar } from "#contract/market.ts";
import { OPEN_LARGEST_OF_WEEK } from "#contract/rules.ts";
import { counted, number } from "#lib/numbers.ts";
import { SeasonFigures, seasonInShort, seasonSentence } from "#ui/domain/season-figures.tsx";
import { Lock } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";

/**
 * Says that predictions have not begun yet, or which probabilities the reader's plan leaves out. Shows nothing
 * when it includes all of them.
 */
export function PlanNotice({ opens, waitsFor }: Pick<SeasonCalendar, "opens" | "waitsFor">) {
  if (waitsFor)
    return (
      <Notice>
        Predictions begin once past reports have been read, {number(waitsFor.read)} of{" "}
        {counted(waitsFor.ranges, "part")} so far. A report that comes out before then is not on the record.
      </Notice>
    );
  if (opens === "all") return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-info-soft px-3 py-2.5 text-sm">
      <Lock className="mt-0.5 size-4 text-info" />
      {opens === "largest" ? (
        <span>
          Your free account opens the probabilities of the {OPEN_LARGEST_OF_WEEK} largest companies of each
          week, a paid plan all of them.{" "}
          <a href="/subscribe" className="link whitespace-nowrap">
            See the plans
          </a>
        </span>
      ) : (
        <span>
          Results are open to everyone. Before the report, a{" "}
          <a href="/auth" className="link">
            free account
          </a>{" "}
          sees the probabilities of the {OPEN_LARGEST_OF_WEEK} largest companies of each week,{" "}
          <a href="/pricing" className="link">
            a paid plan
          </a>{" "}
          all of them.
        </span>
      )}
    </p>
  );
}

export function SeasonCard({ season }: { season: SeasonSoFar }) {
  return (
    <details className="rounded-md border border-line bg-surface text-sm">
      <summary className="cursor-pointer rounded-md px-3 py-2.5 focus-ring">
        <strong className="font-semibold">Season so far:</strong> {seasonInShort(season)}
      </summary>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        <p className="text-muted">{seasonSentence(season)}</p>
        <SeasonFigures season={season} />
      </div>
    </details>
  );
}
