import type { ReactNode } from "react";
import type { Analysis } from "#contract/analysis.ts";
import { guidanceHeadline } from "#contract/company-guidance.ts";
import { easternDay } from "#contract/time.ts";
import { waterfallOf } from "#contract/waterfall.ts";
import { counted } from "#lib/numbers.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { CompanyGuidanceText } from "#ui/domain/company-guidance.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { EvidenceProvider } from "#ui/domain/evidence/evidence-chip.tsx";
import { WatchButton } from "#ui/domain/watch-button.tsx";
import { Layers, Printer, Share } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { CurrentPrediction } from "./current-prediction.tsx";
import { missingReason, reactionFinding } from "./findings.ts";
import { NewsPanel } from "./news-panel.tsx";
import { PastReactionsTable } from "./past-reactions.tsx";
import { PreviousAnalysis } from "./previous/previous-analysis.tsx";
import {
  MissingSection,
  pairClasses,
  ResultSection,
  SectionBar,
  type SectionLink,
} from "./sections/section.tsx";
import { SocialPanel } from "./social/social-panel.tsx";
import { StrategyExamples } from "./strategy-examples.tsx";
import { TechnicalPanel } from "./technical-panel.tsx";
import { Citations, EvidenceList, TransparencyPanel } from "./transparency-panel.tsx";

type AnalysisResultProps = {
  analysis: Analysis;
  /** The id of this prediction, for the comparison with the person's previous one, or null to leave that out. */
  predictionId: string | null;
  season?: ReactNode;
  record?: ReactNode;
  recordLinks?: readonly SectionLink[];
};

const partIds = ["reasoning", "eps-history", "previous"];

/** Shows an analysis in sections, in the order of the product specification. */
export function AnalysisResult({
  analysis,
  predictionId,
  season,
  record,
  recordLinks = [],
}: AnalysisResultProps) {
  const { stock, aiAnalysis, comprehensiveMarketData, pastReactions, companyGuidance } = analysis;
  const sections = [
    { id: "current-prediction", name: "Prediction" },
    { id: "strategies", name: "Options" },
    { id: "past-reactions", name: "Moves" },
    { id: "guidance", name: "Guidance" },
    ...(season ? [{ id: "season", name: "Season" }] : []),
    { id: "transparency", name: "Model" },
    { id: "news", name: "News" },
    { id: "technical", name: "Technical" },
    { id: "social", name: "Social" },
    ...recordLinks,
    ...(comprehensiveMarketData.citations.length > 0 ? [{ id: "citations", name: "Sources" }] : []),
    { id: "evidence", name: "Evidence" },
  ];
  return (
    <EvidenceProvider value={analysis.evidence}>
      <article aria-label={`Analysis of ${stock.symbol}`} className="flex flex-col gap-3 sm:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 [&>:first-child]:flex-1 [&>:first-child]:basis-44">
          <Disclosure variant="educational" fullTextAt="#disclosures" />
          <div className="-my-1 -mr-3 flex shrink-0 flex-wrap justify-end text-right print:hidden">
            <WatchButton symbol={stock.symbol} />
            <LinkButton href={`/compare?s=${encodeURIComponent(stock.symbol)}`} variant="ghost" size="sm">
              <Layers className="size-4" />
              <span className="max-sm:sr-only">Compare with…</span>
            </LinkButton>
            <ShareButton
              title={`${stock.name} (${stock.symbol})`}
              path={`/stocks/${encodeURIComponent(stock.symbol)}`}
            />
            <Button variant="ghost" size="sm" onClick={() => print()}>
              <Printer className="size-4" />
              <span className="max-sm:sr-only">Print</span>
            </Button>
          </div>
        </div>
        <CurrentPrediction analysis={analysis} />
        <SectionBar sections={sections} foldIds={[...sections.map(({ id }) => id), ...partIds]} />
        {predictionId && <PreviousAnalysis predictionId={predictionId} asOf={analysis.asOf} />}
        <StrategyExamples
          aiAnalysis={aiAnalysis}
          impliedMove={analysis.impliedMove}
          currency={stock.currency}
          price={stock.price}
        />
        <ResultSection
          id="past-reactions"
          title="What a beat has meant"
          isPrinted
          finding={reactionFinding(pastReactions)}
        >
          <PastReactionsTable
            reactions={pastReactions}
            symbol={stock.symbol}
            move={analysis.impliedMove}
            currency={stock.currency}
          />
        </ResultSection>
        <div className={season ? pairClasses : "contents"}>
          <ResultSection
            id="guidance"
            title="What the company said"
            isPrinted
            finding={guidanceHeadline(companyGuidance)}
          >
            <div className="print:hidden">
              <CompanyGuidanceText guidance={companyGuidance} today={easternDay(analysis.asOf)} />
            </div>
          </ResultSection>
          {season}
        </div>
        <MarketSections analysis={analysis} />
        {record}
        <div className={pairClasses}>
          <Citations data={comprehensiveMarketData} />
          <EvidenceList evidence={analysis.evidence} parts={analysis.parts} />
        </div>
        <PaperEnd facts={analysis.evidence.length} />
      </article>
    </EvidenceProvider>
  );
}

function PaperEnd({ facts }: { facts: number }) {
  return (
    <footer className="hidden flex-col gap-3 text-sm print:flex">
      <p>
        On the page: options examples, news, technical and social analysis, and all {counted(facts, "fact")}{" "}
        with their sources. <span className="break-all">{location.href}</span>
      </p>
      <Disclosure variant="full" />
    </footer>
  );
}

/**
 * Shows the model, news, technical and social sections in the order of the product specification, on a wide
 * screen in two columns.
 */
function MarketSections({ analysis }: { analysis: Analysis }) {
  const { newsAnalysis, technicalIndicators, socialSentiment, stock, parts } = analysis;
  const column = "flex min-w-0 flex-col gap-3 sm:gap-4";
  return (
    <div className="grid items-start gap-3 sm:gap-4 lg:grid-cols-2">
      <div className={column}>
        <TransparencyPanel input={waterfallOf(analysis)} />
        {newsAnalysis ? (
          <NewsPanel news={newsAnalysis} asOf={analysis.asOf} />
        ) : (
          <MissingSection id="news" title="Recent News Analysis" reason={missingReason(parts, ["news"])} />
        )}
      </div>
      <div className={column}>
        {technicalIndicators ? (
          <TechnicalPanel technicals={technicalIndicators} />
        ) : (
          <MissingSection
            id="technical"
            title="Technical Analysis"
            reason={missingReason(parts, ["prices"])}
          />
        )}
        {socialSentiment ? (
          <SocialPanel
            social={socialSentiment}
            currency={stock.currency}
            estimateCurrency={analysis.earningsData.currency}
            price={stock.price}
            asOf={analysis.asOf}
          />
        ) : (
          <MissingSection
            id="social"
            title="Enhanced Social Sentiment"
            reason={missingReason(parts, ["social", "ratings"])}
          />
        )}
      </div>
    </div>
  );
}

type ShareButtonProps = { title: string; path: string };

/** Shares the page with the device's own share sheet, or else copies its address. */
function ShareButton({ title, path }: ShareButtonProps) {
  const shared = useAction({
    call: async () => {
      const url = new URL(path, location.origin).href;
      if (!navigator.share) return navigator.clipboard.writeText(url);
      // Closing the share sheet is not a failure.
      await navigator.share({ title, url }).catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
      });
    },
    success:
      "share" in navigator
        ? undefined
        : { title: "Link copied", description: "The public page of the company." },
    failure: { fallback: "Copy the address of the company's page instead." },
  });
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => shared.run()}>
        <Share className="size-4" />
        <span className="max-sm:sr-only">Share</span>
      </Button>
      <ActionFailure message={shared.message} className="order-last" />
    </>
  );
}
