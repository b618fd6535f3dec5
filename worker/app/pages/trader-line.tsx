/** @jsxImportSource hono/jsx */
import { dayAndTime, number, percent, perShare } from "#contract/format.ts";
import {
  type BesidePrice,
  isThin,
  lastTradedText,
  type TraderPrice,
  traderCaveat,
  traderSentence,
} from "#contract/prediction-markets.ts";
import type { Markup } from "./frame.tsx";

const texts = { number, percent, perShare };

/** Renders the price of a prediction market as a mark on the scale of probabilities, with one line of text. */
export function traderLine(traders: TraderPrice, beside: BesidePrice): Markup {
  const sentence = traderSentence(traders, beside, texts);
  const caveat = traderCaveat(traders, beside, texts);
  return (
    <div class="mt-4 flex flex-col gap-2 border-t border-line pt-4">
      {traders.price === null ? "" : scale(traders, traders.price, beside.baseRate, sentence)}
      <p class="text-sm figures">
        {traders.price === null ? "" : mark(traders, "mr-1.5 inline-block size-2.5")}
        {sentence}.{caveat ? ` ${caveat}` : ""}
      </p>
      <p class="text-xs text-muted">
        {traders.url ? (
          <a class="link" href={traders.url} rel="noopener nofollow">
            The question at {traders.venue}
          </a>
        ) : (
          traders.venue
        )}
        , price of {dayAndTime(new Date(traders.readAt), "America/New_York")} ET
        {lastTradedText(traders, texts)}.{" "}
        <a class="link" href="/track-record/versus-markets">
          How such prices did against us
        </a>
      </p>
    </div>
  );
}

/** Renders the diamond that stands for the traders. It is hollow when the price is too thin. */
function mark(traders: TraderPrice, classes: string, style?: string): Markup {
  return (
    <span
      class={`${classes} rotate-45 border-2 border-chart-3 ${isThin(traders) ? "bg-surface" : "bg-chart-3"}`}
      style={style}
    />
  );
}

function scale(traders: TraderPrice, price: number, baseRate: number | null, label: string): Markup {
  return (
    <div role="img" aria-label={label} class="relative h-3 rounded-full bg-line">
      {baseRate === null ? (
        ""
      ) : (
        <span
          class="absolute -top-1 h-5 w-1 rounded-full border border-surface bg-signal-solid"
          style={`left: calc(${baseRate * 100}% - 0.125rem)`}
        />
      )}
      {mark(traders, "absolute -top-0.5 size-4", `left: calc(${price * 100}% - 0.5rem)`)}
    </div>
  );
}
