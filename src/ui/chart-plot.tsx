import "uplot/dist/uPlot.min.css";
import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from "react";
import uPlot from "uplot";
import { useTheme } from "#lib/theme.ts";
import { uplotDataOf, uplotOptionsOf } from "./chart-options.ts";
import type { ChartShape } from "./chart-shape.ts";

type ChartPlotProps = {
  shape: ChartShape;
  height: number;
  hasTimeAxis: boolean;
  index: number | null;
  onIndex: (index: number | null) => void;
};

/**
 * Draws the chart on a canvas. It is loaded lazily, because it brings uPlot, and hidden from screen readers,
 * which use the text of `Chart` instead.
 */
export default function ChartPlot({ shape, height, hasTimeAxis, index, onIndex }: ChartPlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const isPrinted = useSyncExternalStore(
    subscribeToPrint,
    () => printQuery().matches,
    () => false,
  );
  const isDark = useTheme((theme) => theme.isDark) && !isPrinted;

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const size = { width: element.clientWidth, height };
    const instance = new uPlot(
      uplotOptionsOf(shape, { ...size, hasTimeAxis }, isDark),
      uplotDataOf(shape),
      element,
    );
    plot.current = instance;
    const observer = new ResizeObserver(() => instance.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      instance.destroy();
      plot.current = null;
    };
  }, [shape, height, hasTimeAxis, isDark]);

  useEffect(() => {
    const at = index === null ? undefined : shape.x[index];
    plot.current?.setCursor({ left: at === undefined ? -10 : plot.current.valToPos(at, "x"), top: 0 });
  }, [index, shape]);

  const point = ({ clientX }: PointerEvent) => {
    const instance = plot.current;
    if (instance) onIndex(instance.posToIdx(clientX - instance.over.getBoundingClientRect().left));
  };
  return (
    <div
      ref={container}
      aria-hidden="true"
      className="overflow-x-clip [touch-action:pan-y]"
      style={{ height }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onIndex(null)}
    />
  );
}

function subscribeToPrint(listener: () => void): () => void {
  const print = printQuery();
  print.addEventListener("change", listener);
  return () => print.removeEventListener("change", listener);
}

function printQuery(): MediaQueryList {
  return matchMedia("print");
}
