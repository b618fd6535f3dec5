import type { SocialSentiment } from "#contract/social.ts";
import { countShort } from "#lib/count.ts";
import { dateAndTime, distance } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { sentimentTone } from "../../scales.ts";

/** Spec section 9. */
const SHOWN = 3;

/** The newest mentions with their tone, the topics and the sources. */
export function Mentions({ social, asOf }: { social: SocialSentiment; asOf: string }) {
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
                {distance(mention.timestamp, new Date(asOf))}
              </time>
              {mention.engagement !== null && <span>{countShort(mention.engagement, "reaction")}</span>}
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
