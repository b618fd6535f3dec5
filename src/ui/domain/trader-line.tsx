import {
  type BesidePrice,
  isThin,
  lastTradedText,
  type TraderPrice,
  traderCaveat,
  traderSentence,
} from "#contract/prediction-markets.ts";
import { dateAndTime } from "#lib/dates.ts";
import { number, percent, perShare } from "#lib/numbers.ts";
import { classes } from "../classes.ts";

const texts = { number, percent, perShare };

type TraderLineProps = {
  traders: TraderPrice;
  beside: BesidePrice;
  /** Without the links, for a small window over the page. */
  isShort?: boolean;
  className?: string;
};

/** Shows the price of a prediction market as a mark on the scale of probabilities, with one line of text. */
export function TraderLine({ traders, beside, isShort = false, className }: TraderLineProps) {
  const sentence = traderSentence(traders, beside, texts);
  const caveat = traderCaveat(traders, beside, texts);
  return (
    <div className={classes("flex flex-col gap-2", className)}>
      {traders.price !== null && (
        <TraderScale label={sentence} price={traders.price} {...{ traders, beside }} />
      )}
      <p className={classes("figures text-pretty", isShort ? "text-xs" : "text-sm")}>
        {traders.price !== null && <Mark traders={traders} className="mr-1.5 inline-block size-2.5" />}
        {sentence}.{caveat && <span className="text-muted"> {caveat}</span>}
      </p>
      {!isShort && (
        <p className="text-xs text-muted">
          {traders.url === null ? (
            traders.venue
          ) : (
            <a className="link" href={traders.url} target="_blank" rel="noopener noreferrer nofollow">
              The question at {traders.venue}
            </a>
          )}
          , price of {dateAndTime(traders.readAt)}
          {lastTradedText(traders, texts)}.{" "}
          <a className="link" href="/track-record/versus-markets">
            How such prices did against us
          </a>
        </p>
      )}
    </div>
  );
}

/** The diamond that stands for the traders. It is hollow when the price is too thin. */
function Mark({
  traders,
  className,
  style,
}: Pick<TraderLineProps, "traders"> & { className: string; style?: { left: string } }) {
  return (
    <span
      className={classes(
        "rotate-45 border-2 border-chart-3",
        isThin(traders) ? "bg-surface" : "bg-chart-3",
        className,
      )}
      style={style}
    />
  );
}

type TraderScaleProps = Pick<TraderLineProps, "traders" | "beside"> & { label: string; price: number };

/** Marks the traders by a diamond, our number by the end of the bar, and similar companies by a stroke. */
function TraderScale({ label, price, traders, beside: { ours, baseRate } }: TraderScaleProps) {
  return (
    <div role="img" aria-label={label} className="relative my-1 h-2 rounded-full bg-line">
      {ours !== null && (
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-edge"
          style={{ width: `${ours * 100}%` }}
        />
      )}
      {baseRate !== null && (
        <span
          className="absolute -top-1 h-4 w-1 rounded-full border border-surface bg-signal-solid"
          style={{ left: `calc(${baseRate * 100}% - 0.125rem)` }}
        />
      )}
      <Mark
        traders={traders}
        className="absolute -top-0.5 size-3"
        style={{ left: `calc(${price * 100}% - 0.375rem)` }}
      />
    </div>
  );
}
