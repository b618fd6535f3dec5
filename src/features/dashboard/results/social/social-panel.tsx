import type { SocialSentiment } from "#contract/social.ts";
import { dateAndTime, relativeTimeText } from "#lib/dates.ts";
import { counted, countedShort, MISSING, number, signed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/card.tsx";
import { capital, sentimentTone } from "../../scales.ts";
import { socialFinding } from "../findings.ts";
import { ResultSection } from "../sections/section.tsx";
import { PriceTargets, RatingBars, RevisionsChart } from "./analyst-views.tsx";
import { FearGreedMeter } from "./fear-greed-meter.tsx";

type SocialPanelProps = {
  social: SocialSentiment;
  currency: string | null;
  estimateCurrency: string | null;
  price: number | null;
  asOf: string;
};

function volumeNote({ volume_score: volume, rating_changes: changes }: SocialSentiment): string {
  const mentions = volume === null ? "no source counts mentions" : "mentions in 30 days";
  return changes === null ? mentions : `${mentions}; ${counted(changes, "rating change")}`;
}

export function SocialPanel({ social, currency, estimateCurrency, price, asOf }: SocialPanelProps) {
  const { analyst_ratings: analysts, news_sentiment: news, estimate_revisions: revisions } = social;
  return (
    <ResultSection
      id="social"
      title="Enhanced Social Sentiment"
      finding={socialFinding(social)}
      aside={
        <Badge tone={sentimentTone(social.overall_sentiment)}>
          {capital(social.overall_sentiment)} {signed(social.sentiment_score, 0)}
        </Badge>
      }
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-2">
        <Figure
          label="Sentiment"
          value={capital(social.overall_sentiment)}
          note={`${signed(social.sentiment_score, 0)} of 100`}
        />
        <Figure label="Volume" value={number(social.volume_score, 0)} note={volumeNote(social)} />
        <Figure label="Momentum" value={social.social_momentum ? capital(social.social_momentum) : MISSING} />
        <Figure
          label="Analyst consensus"
          value={analysts?.consensus ? capital(analysts.consensus) : MISSING}
          note={analysts?.analystCount ? counted(analysts.analystCount, "analyst") : undefined}
        />
      </dl>
      <div className="mt-6 grid gap-x-8 gap-y-6 border-t border-line pt-5 md:grid-cols-2">
        {analysts?.rating_distribution && <RatingBars ratings={analysts.rating_distribution} />}
        {analysts?.price_targets && (
          <PriceTargets targets={analysts.price_targets} price={price} currency={currency} />
        )}
        {revisions && <RevisionsChart revisions={revisions} currency={estimateCurrency} />}
        <Mentions social={social} asOf={asOf} />
      </div>
      <div className="mt-6 grid gap-6 border-t border-line pt-5 md:grid-cols-2">
        {news && (
          <section aria-label="News sentiment" className="text-sm">
            <h3 className="font-semibold">News sentiment</h3>
            <p className="text-muted">
              {news.positive_articles} positive, {news.negative_articles} negative, {news.neutral_articles}{" "}
              neutral of {counted(news.total_articles, "article")}
            </p>
          </section>
        )}
        <FearGreedMeter index={social.fear_greed_index} />
      </div>
    </ResultSection>
  );
}

/** The most mentions that are shown. The specification sets this value. */
const SHOWN = 3;

function Mentions({ social, asOf }: { social: SocialSentiment; asOf: string }) {
  return (
    <section aria-labelledby="mentions">
      <h3 id="mentions" className="mb-2 text-sm font-semibold">
        Recent mentions
      </h3>
      {social.recent_mentions.length === 0 && <p className="text-sm text-muted">None from this source.</p>}
      <ul className="flex flex-col gap-3 text-sm">
        {social.recent_mentions.slice(0, SHOWN).map((mention) => (
          <li key={`${mention.timestamp}${mention.text}`}>
            <p>{mention.text}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-muted">
              <Badge tone={sentimentTone(mention.sentiment)}>{mention.sentiment}</Badge>
              {mention.url ? (
                <a href={mention.url} target="_blank" rel="noopener noreferrer" className="link">
                  {mention.source}
                </a>
              ) : (
                mention.source
              )}
              <time dateTime={mention.timestamp} title={dateAndTime(mention.timestamp)}>
                {relativeTimeText(mention.timestamp, new Date(asOf))}
              </time>
              {mention.engagement !== null && <span>{countedShort(mention.engagement, "reaction")}</span>}
            </p>
          </li>
        ))}
      </ul>
      {social.trending_topics.length > 0 && (
        <p className="mt-3 text-sm text-muted">Trending topics: {social.trending_topics.join(", ")}</p>
      )}
      {social.key_influencers.length > 0 && (
        <p className="mt-1 text-sm text-muted">Key sources: {social.key_influencers.join(", ")}</p>
      )}
    </section>
  );
}
