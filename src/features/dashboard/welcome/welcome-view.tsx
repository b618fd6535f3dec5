import { useQuery } from "@tanstack/react-query";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { planTerms, RECOMMENDED_PLAN } from "#contract/plans.ts";
import { relativeTimeText, shortDate } from "#lib/dates.ts";
import { useFirstPaint } from "#lib/first-paint.ts";
import { counted } from "#lib/numbers.ts";
import { useUser } from "#lib/session.tsx";
import { guestOffersQuery } from "#lib/subscription.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { ArrowRight, Crown, Flame, Star, User } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { Progress } from "#ui/progress.tsx";
import { OutcomeBadge } from "../prediction/badges.tsx";
import { capital } from "../scales.ts";
import { type OpenView, predictionPath } from "../views.ts";
import { EducationHub } from "./education-hub.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { ThisWeek } from "./week/this-week.tsx";

type Props = {
  /** The dashboard's data, or null when it could not be loaded. */
  dashboard: DashboardResponse | null;
  onOpen: OpenView;
};

/** The limit that is shown while the person's own is not known. The specification sets this value. */
const DEFAULT_LIMIT = 100;
const tips = [
  "Compare the probability with its base rate: the difference is what counts.",
  "Check the implied move before the report: it is the move that option prices already include.",
  "Check the confidence, and how many past predictions it is based on.",
];

export function WelcomeView({ dashboard, onOpen }: Props) {
  const user = useUser();
  const isWhole = useFirstPaint();
  const metrics = dashboard?.accuracyMetrics;
  const isNew = metrics?.totalPredictions === 0;
  const tryApple = () => onOpen("analysis", "AAPL");
  const isRecognizing = (metrics?.overallAccuracy ?? 0) > 0;
  const limit = user.apiCallsLimit === null ? null : (user.apiCallsLimit ?? DEFAULT_LIMIT);
  const { callLimit, priceCents } = planTerms[user.subscriptionTier];
  const isStarred = priceCents >= planTerms[RECOMMENDED_PLAN].priceCents;
  const TierIcon = callLimit === null ? Crown : isStarred ? Star : User;
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="heading-2">
            {greeting(new Date())},{" "}
            {/* On a phone the name has its own line, so the greeting takes two lines in any font and at any hour. */}
            <span className="max-sm:block">{user.fullName || user.email.split("@")[0] || "Trader"}</span>
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <span className="inline-flex items-center gap-1.5">
              <TierIcon className="size-4 text-primary" />
              {capital(user.subscriptionTier || "basic")} Plan Member
            </span>
            {metrics && <span>{counted(metrics.totalPredictions, "prediction")} made</span>}
            {isRecognizing && <Badge tone="primary">Pattern recognition active</Badge>}
            {metrics && metrics.currentStreak > 0 && (
              <Badge tone="signal">
                <Flame className="size-3.5" />
                {metrics.currentStreak} day streak
              </Badge>
            )}
          </p>
        </div>
        {!isNew && <GoToAnalysis onOpen={onOpen} />}
      </header>

      {isNew && (
        <Card aria-labelledby="first-analysis">
          <CardHeader
            id="first-analysis"
            title="Your first analysis"
            description="Choose a company. You get the probability that its next report beats the consensus, beside the base rate and the evidence, in under a minute."
          />
          <GoToAnalysis onOpen={onOpen} />
        </Card>
      )}

      {isWhole && <GuestOfferHint />}
      <Card className="!p-4">
        <div className="mb-2 flex justify-between gap-4 text-sm">
          <span className="font-medium">API usage</span>
          <span className="figures text-muted">
            {user.apiCallsUsed}/{limit ?? "Unlimited"}
          </span>
        </div>
        <Progress
          label="API usage"
          value={limit === null ? 0 : user.apiCallsUsed}
          max={limit ?? 1}
          valueText={`${user.apiCallsUsed} of ${limit ?? "unlimited"}`}
        />
      </Card>

      {isWhole && (
        <>
          <ThisWeek />
          <QuickActions onOpen={onOpen} />

          <div className="grid gap-6 lg:grid-cols-2">
            {dashboard && <RecentActivity predictions={dashboard.recentPredictions} />}
            <Card aria-labelledby="tips">
              <CardHeader id="tips" title="Analysis Tips" />
              <ul className="flex flex-col gap-3 text-sm text-muted">
                {tips.map((tip) => (
                  <li key={tip} className="flex gap-2">
                    <ArrowRight className="mt-0.5 size-4 text-primary" />
                    {tip}
                  </li>
                ))}
              </ul>
              {metrics && metrics.totalPredictions > 0 && (
                <section aria-labelledby="summary" className="mt-6 border-t border-line pt-4">
                  <h3 id="summary" className="heading-3 mb-3">
                    Analysis Summary
                  </h3>
                  <dl className="grid grid-cols-3 gap-3">
                    <Figure label="Pattern recognition" value={isRecognizing ? "Active" : "Learning"} />
                    <Figure label="Total analyses" value={metrics.totalPredictions} />
                    <Figure label="Current streak" value={counted(metrics.currentStreak, "day")} />
                  </dl>
                </section>
              )}
            </Card>
          </div>

          <EducationHub onTry={tryApple} />
        </>
      )}
    </>
  );
}

function GoToAnalysis({ onOpen }: { onOpen: OpenView }) {
  return (
    <Button onClick={() => onOpen("analysis")}>
      Go to Analysis Tools
      <ArrowRight className="size-4" />
    </Button>
  );
}

/** Returns the greeting for the reader's local time, with the specification's bounds at 12:00 and 17:00. */
function greeting(now: Date): string {
  if (now.getHours() < 12) return "Good morning";
  return now.getHours() < 17 ? "Good afternoon" : "Good evening";
}

function GuestOfferHint() {
  const { isEmailVerified } = useUser();
  const { data } = useQuery({ ...guestOffersQuery(), enabled: isEmailVerified });
  const [offer] = data?.offers ?? [];
  if (!offer) return null;
  return (
    <Notice
      title={`Someone paid for a ${offer.planName} plan with your email address`}
      action={
        <LinkButton href="/account?tab=billing" variant="secondary" size="sm">
          Review
        </LinkButton>
      }
    >
      Accept or decline it under Billing. Your account is unchanged until then.
    </Notice>
  );
}

/** The most predictions that are shown as recent activity. The specification sets this value. */
const SHOWN = 3;

export function RecentActivity({ predictions }: { predictions: DashboardResponse["recentPredictions"] }) {
  return (
    <Card aria-labelledby="recent-activity">
      <CardHeader id="recent-activity" title="Recent Activity" />
      {predictions.length === 0 ? (
        <p className="text-muted">No predictions yet</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {predictions.slice(0, SHOWN).map((prediction) => (
            <li
              key={prediction.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0"
            >
              <a href={predictionPath(prediction.id)} className="link font-semibold">
                {prediction.symbol}
              </a>
              <Badge tone={prediction.predictionType === "beat" ? "primary" : "neutral"}>
                {prediction.predictionType}
              </Badge>
              <OutcomeBadge {...prediction} />
              <time dateTime={prediction.createdAt} className="ml-auto text-sm text-muted">
                {shortDate(prediction.createdAt)}, {relativeTimeText(prediction.createdAt, new Date())}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
