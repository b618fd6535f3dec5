import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { tossUpNote } from "#contract/prediction.ts";
import { compact, percent, perShare } from "#lib/numbers.ts";
import { pastReportsQuery } from "#lib/past-reports.ts";
import { LinkButton } from "../../button.tsx";
import { Skeleton } from "../../loading.tsx";
import { edgeText, ProbabilityBar } from "../probability-bar.tsx";
import { sessionTexts } from "../report-probability.tsx";
import { TraderLine } from "../trader-line.tsx";
import { EpsSparkline } from "./eps-sparkline.tsx";
import { forecastDueText, tileToneOf } from "./tile-look.ts";

type PeekedTile = { row: CalendarRow; rect: DOMRect; isTouch: boolean };

/** How long the pointer must rest on a tile before its details open. */
const REST_MS = 140;

/**
 * Opens the details of a tile when the mouse rests on it, when it gets the keyboard focus, and when a finger
 * taps it.
 */
export function useTilePreview(root: RefObject<HTMLElement | null>, rows: readonly CalendarRow[]) {
  const [shown, setShown] = useState<PeekedTile | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (tile: Element | null, isTouch: boolean) => {
    const row = tile instanceof HTMLElement ? rows[Number(tile.dataset.at)] : undefined;
    if (tile && row) setShown({ row, rect: tile.getBoundingClientRect(), isTouch });
  };
  const tileOf = (target: EventTarget) => (target instanceof Element ? target.closest("[data-at]") : null);
  const close = () => {
    clearTimeout(timer.current);
    setShown(null);
  };

  const lastPointer = useRef("mouse");
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => event.key === "Escape" && setShown(null);
    const onScroll = () => setShown((now) => (now?.isTouch ? now : null));
    // A tap shows the details instead of following the tile's link. They contain a link of their own.
    const onClick = (event: MouseEvent) => {
      const tile = tileOf(event.target as EventTarget);
      if (!tile || lastPointer.current === "mouse" || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      show(tile, true);
    };
    const element = root.current;
    element?.addEventListener("click", onClick, true);
    document.addEventListener("keydown", onKey);
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer.current);
      element?.removeEventListener("click", onClick, true);
      document.removeEventListener("keydown", onKey);
      removeEventListener("scroll", onScroll);
    };
  });

  return {
    shown,
    close,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        lastPointer.current = event.pointerType;
      },
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        clearTimeout(timer.current);
        const tile = tileOf(event.target);
        if (tile) timer.current = setTimeout(() => show(tile, false), REST_MS);
        else if (!(event.target as Element).closest("[data-peek]"))
          timer.current = setTimeout(() => setShown(null), REST_MS);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") close();
      },
      onFocus: (event: FocusEvent) => {
        if (tileOf(event.target) && event.target.matches(":focus-visible")) show(tileOf(event.target), false);
      },
      onBlur: () => {
        setShown((now) => (now?.isTouch ? now : null));
      },
    },
  };
}

type PeekProps = PeekedTile & {
  today: string;
  hrefOf: (row: CalendarRow) => string;
  onClose: () => void;
};

const WIDTH = 288;
const HEIGHT = 260;
/** With the price of a prediction market, which has a line of text and may have a caveat. */
const HEIGHT_WITH_TRADERS = 360;
const GAP = 8;

export function TilePreview({ row, rect, isTouch, today, hrefOf, onClose }: PeekProps) {
  const { symbol, name, session, marketCap, consensusEps, currency } = row;
  const place = isTouch ? undefined : placeBeside(rect, row.traders ? HEIGHT_WITH_TRADERS : HEIGHT);
  const tone = tileToneOf(row);
  const isToss = tone === "toss";
  return (
    <section
      data-peek
      aria-live={isTouch ? "polite" : "off"}
      aria-label={`${symbol} at a glance`}
      style={place}
      className={
        isTouch
          ? "fixed inset-x-3 bottom-18 z-30 rounded-lg border border-line bg-raised p-4 text-sm shadow-float"
          : "fixed z-30 w-72 rounded-lg border border-line bg-raised p-4 text-sm shadow-float"
      }
    >
      <p className="flex items-baseline gap-2">
        <strong className="text-base font-semibold">{symbol}</strong>
        <span className="min-w-0 flex-1 truncate text-muted">{name === symbol ? "" : name}</span>
        {marketCap !== null && <span className="text-xs text-muted figures">{compact(marketCap)}</span>}
      </p>
      <p className="text-xs text-muted">
        {sessionTexts[session ?? "unknown"]}, consensus {perShare(consensusEps, currency)}
      </p>
      <PastEps row={row} />
      <Verdict row={row} today={today} isToss={isToss} />
      {row.traders && (
        <TraderLine
          traders={row.traders}
          beside={{ ours: row.beatProbability, baseRate: row.baseRate, consensusEps, currency }}
          isShort
          className="mt-2 border-t border-line pt-2"
        />
      )}
      {isTouch && (
        <p className="mt-3 flex gap-2">
          <LinkButton href={hrefOf(row)} size="sm">
            Open {symbol}
          </LinkButton>
          <button
            type="button"
            onClick={onClose}
            className="min-h-9 rounded-md px-3 text-sm font-semibold focus-ring"
          >
            Close
          </button>
        </p>
      )}
    </section>
  );
}

function PastEps({ row: { symbol, consensusEps, reportedEps } }: { row: CalendarRow }) {
  const { data } = useQuery(pastReportsQuery(symbol));
  return (
    <div className="my-2 h-19">
      {data ? (
        <EpsSparkline past={data} consensusEps={consensusEps} reportedEps={reportedEps} />
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </div>
  );
}

function Verdict({ row, today, isToss }: { row: CalendarRow; today: string; isToss: boolean }) {
  const {
    symbol,
    beatProbability,
    baseRate,
    edge,
    edgeVerdict,
    needsPlan,
    outcome,
    isCorrect,
    reportedEps,
    currency,
  } = row;
  return (
    <div className="flex flex-col gap-1.5">
      {outcome && (
        <p>
          <strong className="font-semibold">{outcome === "beat" ? "Beat" : "Missed"}</strong>
          {reportedEps === null ? "" : ` with ${perShare(reportedEps, currency)}`}
          {isCorrect === null
            ? ""
            : isToss
              ? ": it was a toss-up"
              : isCorrect
                ? ": we were right"
                : ": we were wrong"}
        </p>
      )}
      {beatProbability !== null && baseRate !== null && edge !== null ? (
        <>
          <p className="flex items-baseline justify-between gap-2 figures">
            <span>
              <strong className="text-base font-semibold">{percent(beatProbability)}</strong>
              {!outcome && tossUpNote(beatProbability)}
            </span>
            <span className="text-muted">
              base rate {percent(baseRate)}
              {edgeVerdict && `, ${edgeText(edge, edgeVerdict)}`}
            </span>
          </p>
          <ProbabilityBar
            label={`${symbol} beats`}
            probability={beatProbability}
            baseRate={baseRate}
            edgeVerdict={edgeVerdict}
          />
        </>
      ) : (
        <p className="text-muted">
          {needsPlan
            ? `Base rate ${percent(baseRate)}. The probability opens with a plan.`
            : (forecastDueText(row, today) ?? (outcome ? "No prediction on record" : "Result awaited"))}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the position of the details: to the right of the tile, or else to the left, and always within the
 * screen.
 */
function placeBeside(rect: DOMRect, height: number): { left: number; top: number } {
  const right = rect.right + GAP;
  const left = right + WIDTH <= innerWidth - GAP ? right : Math.max(GAP, rect.left - WIDTH - GAP);
  return { left, top: Math.max(GAP, Math.min(rect.top - GAP, innerHeight - height - GAP)) };
}
