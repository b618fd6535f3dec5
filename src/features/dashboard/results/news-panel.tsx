import type { NewsAnalysis } from "#contract/social.ts";
import { dateAndTime, newsAge } from "#lib/dates.ts";
import { signed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { capital, sentimentTone } from "../scales.ts";
import { newsFinding } from "./findings.ts";
import { ResultSection } from "./sections/section.tsx";

/** The most articles that are shown. The specification sets this value. */
const SHOWN = 3;

export function NewsPanel({ news, asOf }: { news: NewsAnalysis; asOf: string }) {
  const more = news.articles.length - SHOWN;
  return (
    <ResultSection
      id="news"
      title="Recent News Analysis"
      finding={newsFinding(news)}
      isOpenOnWide
      aside={
        <Badge tone={sentimentTone(news.overallSentiment)}>
          {capital(news.overallSentiment)} {signed(news.sentimentScore, 0)}
        </Badge>
      }
    >
      <p className="mb-1 text-sm text-muted">Tone scored by {news.method}</p>
      <p className="text-muted">{news.summary}</p>
      <ul className="my-4 flex flex-wrap gap-2" aria-label="Key topics">
        {news.keyTopics.map((topic) => (
          <li key={topic}>
            <Badge>{topic}</Badge>
          </li>
        ))}
      </ul>
      {news.articles.length === 0 && <p className="text-muted">No recent news articles found for analysis</p>}
      <ul className="flex flex-col divide-y divide-line">
        {news.articles.slice(0, SHOWN).map((article) => (
          <li key={article.url} className="flex items-start gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{article.title}</p>
              {article.description && (
                <p className="mt-0.5 line-clamp-2 text-sm text-muted">{article.description}</p>
              )}
              <p className="mt-0.5 text-sm text-muted">
                {article.source.name} ·{" "}
                <time dateTime={article.publishedAt} title={dateAndTime(article.publishedAt)}>
                  {newsAge(article.publishedAt, new Date(asOf))}
                </time>
              </p>
            </div>
            <Badge tone={sentimentTone(article.sentiment)}>{article.sentiment}</Badge>
            <LinkButton
              href={article.url}
              target="_blank"
              rel="noopener noreferrer"
              variant="secondary"
              size="sm"
              className="print:hidden"
              aria-label={`Read: ${article.title}`}
            >
              Read
            </LinkButton>
          </li>
        ))}
      </ul>
      {more > 0 && <Badge tone="primary">+{more} more articles analyzed</Badge>}
    </ResultSection>
  );
}
