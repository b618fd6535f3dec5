import { CALIBRATION_BINS } from "#contract/rules.ts";
import { percent } from "#lib/numbers.ts";

/** The bins of P(beat) that calibration counts, as choices of a filter; `any` names the first one, which is none. */
export function probabilityBins(any: string): { value: string; label: string }[] {
  const bins = Array.from({ length: CALIBRATION_BINS }, (_, bin) => ({
    value: String(bin),
    label: `${percent(bin / CALIBRATION_BINS)} to ${percent((bin + 1) / CALIBRATION_BINS)}`,
  }));
  return [{ value: "", label: any }, ...bins];
}
