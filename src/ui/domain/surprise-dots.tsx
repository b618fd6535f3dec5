type Quarter = {
  label: string;
  /** The surprise as a percentage of the consensus. `surprisePercent` is null for the upcoming quarter. */
  surprisePercent: number | null;
};

type SurpriseDotsProps = {
  quarters: readonly Quarter[];
  description: string;
};

const WIDTH = 420;
const HEIGHT = 190;
const LINE_Y = 104;
/** Pixels per percentage point of surprise. */
const SCALE = 6.2;

export function SurpriseDots({ quarters, description }: SurpriseDotsProps) {
  const step = WIDTH / quarters.length;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" role="img" aria-label={description}>
      <line
        x1="0"
        x2={WIDTH}
        y1={LINE_Y}
        y2={LINE_Y}
        stroke="var(--c-edge)"
        strokeWidth="1.5"
        strokeDasharray="3 5"
      />
      {quarters.map(({ label, surprisePercent }, index) => {
        const x = step * (index + 0.5);
        const y = LINE_Y - (surprisePercent ?? 0) * SCALE;
        const color = (surprisePercent ?? 0) >= 0 ? "var(--c-positive-solid)" : "var(--c-negative-solid)";
        return (
          <g key={label}>
            {surprisePercent === null ? (
              <>
                <line
                  x1={x}
                  x2={x}
                  y1={LINE_Y - 46}
                  y2={LINE_Y + 26}
                  stroke="var(--c-signal-soft)"
                  strokeWidth="22"
                  strokeLinecap="round"
                />
                <circle
                  cx={x}
                  cy={LINE_Y}
                  r="7.5"
                  fill="var(--c-surface)"
                  stroke="var(--c-signal-solid)"
                  strokeWidth="3"
                />
              </>
            ) : (
              <>
                <line x1={x} x2={x} y1={LINE_Y} y2={y} stroke={color} strokeWidth="2" opacity="0.45" />
                <circle
                  cx={x}
                  cy={LINE_Y}
                  r="4.5"
                  fill="var(--c-surface)"
                  stroke="var(--c-edge)"
                  strokeWidth="1.75"
                />
                <circle cx={x} cy={y} r="6.5" fill={color} />
              </>
            )}
            <text x={x} y={HEIGHT - 8} textAnchor="middle" fontSize="12" fill="var(--c-muted)">
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
