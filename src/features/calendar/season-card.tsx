import type { SeasonSoFar } from "#contract/market.ts";
import { SeasonFigures, seasonInShort, seasonSentence } from "#ui/domain/season-figures.tsx";

/** The season so far in a sentence; its sectors open below. */
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
