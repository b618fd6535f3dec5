import { easternDay } from "#contract/time.ts";
import type { Fact } from "./evidence.ts";
import { type FactKey, type FactType, factTypes } from "./fact-types.ts";
import { OutsideText } from "./outside-text.ts";

/** An amount with its currency, an ISO code. */
export type Money = { amount: number; currency: string };
/** A quotation and who published it. */
type Quotation = { text: OutsideText; publisher: OutsideText; day: string };

type ValueOfType<T> = T extends { kind: "number" }
  ? number
  : T extends { kind: "money" }
    ? Money
    : T extends { kind: "choice"; values: readonly (infer Choice)[] }
      ? Choice
      : T extends { kind: "day" }
        ? string
        : T extends { kind: "name" }
          ? OutsideText
          : Quotation;

/** A slot takes a present fact of one key, or a row that says that something is missing. */
export type Slot = FactKey | { absent: string };

/** What a statement reads from a slot: a number, an amount, a word of a closed list, a day, or marked text from outside. */
export type SlotValue<S> = S extends FactKey ? ValueOfType<(typeof factTypes)[S]> : true;
export type AnyValue = number | string | true | Money | OutsideText | Quotation;

/** Larger amounts a share are a source's error. */
const MAX_MONEY = 1_000_000;
const currencies = new Set(
  "USD EUR GBP JPY CNY HKD TWD KRW INR CHF CAD AUD NZD SEK NOK DKK BRL MXN ARS CLP COP PEN ZAR ILS SGD THB IDR MYR PHP TRY PLN CZK HUF RUB SAR AED".split(
    " ",
  ),
);

/** Whether a fact is of the kind that a slot takes, whatever its value. */
export function fits(slot: Slot, fact: Fact): boolean {
  if (typeof slot !== "string") return fact.key === slot.absent && fact.state === "missing";
  if (fact.state === "missing") return false;
  return slot.endsWith(" *") ? fact.key.startsWith(slot.slice(0, -1)) : fact.key === slot;
}

/** The value of a fact as its slot reads it; null where it is not what such a fact can be. */
export function readSlot(slot: Slot, fact: Fact): AnyValue | null {
  if (typeof slot !== "string") return true;
  const { value } = fact;
  const type: FactType = factTypes[slot];
  switch (type.kind) {
    case "number":
      return typeof value === "number" && isWithin(value, type) ? value : null;
    case "money":
      return typeof value === "number" && Math.abs(value) <= MAX_MONEY && currencies.has(fact.unit ?? "")
        ? { amount: value, currency: fact.unit ?? "" }
        : null;
    case "choice":
      return typeof value === "string" && type.values.includes(value) ? value : null;
    case "day":
      return typeof value === "string" ? dayOf(value) : null;
    case "name":
      return typeof value === "string" ? new OutsideText(value) : null;
    case "quotation":
      return quotationOf(fact);
  }
}

function isWithin(value: number, { min, max, isWhole }: Extract<FactType, { kind: "number" }>): boolean {
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

function dayOf(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.isNaN(Date.parse(text)) ? null : text;
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return easternDay(text);
}

function quotationOf({ value, quotedFrom, isQuotation, asOf }: Fact): Quotation | null {
  if (!isQuotation || typeof value !== "string") return null;
  const text = new OutsideText(value);
  const day = dayOf(asOf);
  return text.isQuotable && day ? { text, publisher: new OutsideText(quotedFrom ?? ""), day } : null;
}
