import type { SocialSentiment } from "#contract/social.ts";
import { dateAndTime } from "#lib/dates.ts";
import { number, signed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { capital, sentimentTone } from "../scales.ts";

/** Spec section 9. */
const SHOWN = 3;

/** Analysts, mentions and the mood of the market. */
export function SocialPanel({ social, currency }: { social: SocialSentiment; currency: string | null }) {
  const analysts = social.analyst_ratings;
  const news = social.news_sentiment;
  return (
    <Card aria-labelledby="social">
      <CardHeader
        id="social"
        title="Enhanced Social Sentiment"
        aside={
          <Badge tone={sentimentTone(social.overall_sentiment)}>
            {capital(social.overall_sentiment)} {signed(social.sentiment_score, 0)}
          </Badge>
        }
      />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Mentions in 30 days" value={social.volume_score ?? "—"} />
        <Figure label="Momentum" value={social.social_momentum ? capital(social.social_momentum) : "—"} />
        <Figure label="Analyst consensus" value={analysts?.consensus ? capital(analysts.consensus) : "—"} />
        <Figure
          label="Price targets"
          value={analysts?.price_targets ? number(analysts.price_targets.average) : "—"}
          note={
            analysts?.price_targets &&
            `${number(analysts.price_targets.low)} to ${number(analysts.price_targets.high)} ${currency ?? ""}`
          }
        />
      </dl>
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        {analysts?.rating_distribution && <RatingBars ratings={analysts.rating_distribution} />}
        <Mentions social={social} />
      </div>
      <div className="mt-6 grid gap-6 border-t border-line pt-5 md:grid-cols-2">
        {news && (
          <p className="text-sm">
            <span className="font-semibold">News sentiment</span>
            <span className="block text-muted">
              {news.positive_articles} positive, {news.negative_articles} negative, {news.neutral_articles}{" "}
              neutral of {news.total_articles}
            </span>
          </p>
        )}
        <FearGreedMeter index={social.fear_greed_index} />
      </div>
    </Card>
  );
}

const ratingNames = [
  ["Strong buy", "strongBuy"],
  ["Buy", "buy"],
  ["Hold", "hold"],
  ["Sell", "sell"],
  ["Strong sell", "strongSell"],
] as const;

type Ratings = NonNullable<NonNullable<SocialSentiment["analyst_ratings"]>["rating_distribution"]>;

function RatingBars({ ratings }: { ratings: Ratings }) {
  const total = Object.values(ratings).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="ratings">
      <h3 id="ratings" className="mb-2 text-sm font-semibold">
        Rating distribution
      </h3>
      <ul className="flex flex-col gap-2 text-sm">
        {ratingNames.map(([name, field]) => (
          <li key={field} className="grid grid-cols-[6rem_1fr_2rem] items-center gap-2">
            <span className="text-muted">{name}</span>
            <Progress
              label={name}
              value={ratings[field]}
              max={total}
              valueText={`${ratings[field]} of ${total}`}
            />
            <span className="text-right figures">{ratings[field]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mentions({ social }: { social: SocialSentiment }) {
  return (
    <section aria-labelledby="mentions">
      <h3 id="mentions" className="mb-2 text-sm font-semibold">
        Recent mentions
      </h3>
      {social.recent_mentions.length === 0 && <p className="text-sm text-muted">None from this source.</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {social.recent_mentions.slice(0, SHOWN).map((mention) => (
          <li key={`${mention.timestamp}${mention.text}`}>
            <p>{mention.text}</p>
            <p className="text-xs text-muted">
              {mention.source} · {dateAndTime(mention.timestamp)}
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

function FearGreedMeter({ index }: { index: SocialSentiment["fear_greed_index"] }) {
  if (!index)
    return (
      <p className="text-sm text-muted">The Market Fear and Greed Index is not available from this source.</p>
    );
  return (
    <section aria-labelledby="fear-greed" className="text-sm">
      <div className="mb-1 flex justify-between">
        <h3 id="fear-greed" className="font-semibold">
          Market Fear and Greed Index
        </h3>
        <span className="figures">
          {number(index.value, 0)}, {index.label}
        </span>
      </div>
      <Progress label="Market Fear and Greed Index" value={index.value} fill="signal-solid" />
      <details className="mt-2">
        <summary className="link inline-block cursor-pointer text-xs">How it is computed</summary>
        <p className="mt-1 text-xs text-muted">{index.formula}</p>
        <ul className="mt-1 text-xs text-muted">
          {index.inputs.map((input) => (
            <li key={input.name}>
              {input.name}: {number(input.value)}, counts {number(input.score, 0)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
