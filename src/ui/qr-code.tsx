import { useMemo } from "react";
import { encode } from "uqr";

/** Draws a QR code, dark on white in both themes, because cameras need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-52 rounded-md"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: dots.join(""), size };
}
