import type { ReactNode } from "react";

export type IconProps = {
  /** Tailwind-like size class; 1.25rem square unless told. */
  className?: string;
  /** Names the icon for a screen reader; without it the icon is decoration. */
  label?: string;
};
export type Icon = (props: IconProps) => ReactNode;

/** An icon of 24 units drawn in the text's colour. */
function Drawing({ path, className = "size-5", label }: IconProps & { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={path} />
    </svg>
  );
}

const icon =
  (path: string): Icon =>
  (props) => <Drawing path={path} {...props} />;

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const ArrowDown = /* @__PURE__ */ icon("M12 5v14M6 13l6 6 6-6");
export const ArrowLeft = /* @__PURE__ */ icon("M19 12H5M11 18l-6-6 6-6");
export const ArrowRight = /* @__PURE__ */ icon("M5 12h14M13 6l6 6-6 6");
export const ArrowUp = /* @__PURE__ */ icon("M12 19V5M6 11l6-6 6 6");
export const ArrowUpRight = /* @__PURE__ */ icon("M7 17 17 7M8 7h9v9");
export const Bell = /* @__PURE__ */ icon(
  "M6 9a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7ZM10 20a2 2 0 0 0 4 0",
);
export const Book = /* @__PURE__ */ icon(
  "M4 5a2 2 0 0 1 2-2h14v18H6a2 2 0 0 1-2-2V5ZM4 18a2 2 0 0 1 2-2h14M9 7.5h6",
);
export const Briefcase = /* @__PURE__ */ icon("M3 8h18v12H3V8ZM8 8V5h8v3M3 13h18M12 12v2");
export const Building = /* @__PURE__ */ icon(
  "M5 21V4h9v17M14 10h5v11M3 21h18M8 8h3M8 12h3M8 16h3M16.5 14v0M16.5 17.5v0",
);
export const Calendar = /* @__PURE__ */ icon("M4 6h16v14H4V6ZM4 10.5h16M8.5 3.5v4M15.5 3.5v4");
export const Camera = /* @__PURE__ */ icon(`M3 8h4l1.5-3h7L17 8h4v12H3V8Z${circle(12, 13.5, 3.5)}`);
export const ChartBars = /* @__PURE__ */ icon("M4 20h16M7 20v-6M12 20V6M17 20v-9");
export const ChartLine = /* @__PURE__ */ icon("M4 4v16h16M7.5 14.5l4-4.5 3 3L20 7");
export const Check = /* @__PURE__ */ icon("m5 12.5 4.5 4.5L19 7.5");
export const CheckCircle = /* @__PURE__ */ icon(`${circle(12, 12, 9)}M8.3 12.3l2.6 2.6 5-5.3`);
export const ChevronDown = /* @__PURE__ */ icon("m6 9.5 6 6 6-6");
export const ChevronLeft = /* @__PURE__ */ icon("m14.5 6-6 6 6 6");
export const ChevronRight = /* @__PURE__ */ icon("m9.5 6 6 6-6 6");
export const ChevronUp = /* @__PURE__ */ icon("m6 14.5 6-6 6 6");
export const Clock = /* @__PURE__ */ icon(`${circle(12, 12, 9)}M12 7v5.3l3.3 2`);
export const Close = /* @__PURE__ */ icon("M6 6l12 12M18 6 6 18");
export const Compass = /* @__PURE__ */ icon(`${circle(12, 12, 9)}M15.5 8.5l-2 5-5 2 2-5 5-2Z`);
export const Copy = /* @__PURE__ */ icon("M9 9h11v11H9V9ZM5 15H4V4h11v1");
export const CreditCard = /* @__PURE__ */ icon("M3 6h18v12H3V6ZM3 10h18M7 15h3");
export const Crown = /* @__PURE__ */ icon("m4 8 4 4 4-6 4 6 4-4-1.5 10h-13L4 8Z");
export const Document = /* @__PURE__ */ icon("M6 3h8l4 4v14H6V3ZM14 3v4h4M9 12h6M9 16h6");
export const Download = /* @__PURE__ */ icon("M12 4v11M7 11l5 5 5-5M4 20h16");
export const Eye = /* @__PURE__ */ icon(
  `M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z${circle(12, 12, 2.8)}`,
);
export const EyeOff = /* @__PURE__ */ icon(
  "M4 4l16 16M9.9 6c.7-.3 1.4-.5 2.1-.5 6 0 9.5 6.5 9.5 6.500a16 16 0 0 1-2.7 3.400M6.5 7.600C4 9.2 2.5 12 2.5 12S6 18.5 12 18.500c1.6 0 3-.4 4.2-1M10 10.100a2.8 2.8 0 0 0 3.9 3.9",
);
export const Filter = /* @__PURE__ */ icon("M4 6h16M7 12h10M10 18h4");
export const Flame = /* @__PURE__ */ icon(
  "M12 3c.5 3 4.5 5 4.5 10a4.5 4.5 0 0 1-9 0c0-2 1-3 1.5-4.5 1 .5 1.5 1.2 1.5 2C12 9 12.5 6 12 3Z",
);
export const Gauge = /* @__PURE__ */ icon("M4.6 17a8.5 8.5 0 1 1 14.8 0M12 14l3.5-5");
export const Globe = /* @__PURE__ */ icon(
  `${circle(12, 12, 9)}M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3Z`,
);
export const History = /* @__PURE__ */ icon("M4 5v4h4M4.5 9a8.5 8.5 0 1 1-1 4M12 8v4.500l3 1.8");
export const Home = /* @__PURE__ */ icon("m4 11 8-7 8 7v9h-5.500v-6h-5v6H4v-9Z");
export const Info = /* @__PURE__ */ icon(`${circle(12, 12, 9)}M12 11v5.500M12 7.600v.1`);
export const Key = /* @__PURE__ */ icon(`${circle(8, 15, 4)}M11 12l8.5-8.5M16 7l3 3`);
export const Laptop = /* @__PURE__ */ icon("M5 5h14v10H5V5ZM2.5 19h19");
export const Layers = /* @__PURE__ */ icon("m12 4 9 5-9 5-9-5 9-5ZM3.5 14 12 18.7 20.5 14");
export const Link = /* @__PURE__ */ icon(
  "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1",
);
export const Lock = /* @__PURE__ */ icon("M5 11h14v9H5v-9ZM8 11V8a4 4 0 0 1 8 0v3M12 15v1.5");
export const Mail = /* @__PURE__ */ icon("M3 6h18v12H3V6ZM3.5 7l8.5 6.500L20.5 7");
export const Menu = /* @__PURE__ */ icon("M4 7h16M4 12h16M4 17h16");
export const Minus = /* @__PURE__ */ icon("M5 12h14");
export const Moon = /* @__PURE__ */ icon("M20 14.500A8.3 8.3 0 0 1 9.5 4 8.3 8.3 0 1 0 20 14.500Z");
export const Newspaper = /* @__PURE__ */ icon(
  "M4 4h13v16H6a2 2 0 0 1-2-2V4ZM17 9h3v9a2 2 0 0 1-3 1.700M7.5 8h6M7.5 12h6M7.5 16h4",
);
export const Pause = /* @__PURE__ */ icon("M8.5 6v12M15.5 6v12");
export const Pencil = /* @__PURE__ */ icon("m4 20 1-4L16.5 4.500l3 3L8 19l-4 1ZM14 7l3 3");
export const Phone = /* @__PURE__ */ icon("M7 3h10v18H7V3ZM11 18h2");
export const Play = /* @__PURE__ */ icon("M7 5v14l12-7L7 5Z");
export const Plus = /* @__PURE__ */ icon("M12 5v14M5 12h14");
export const Printer = /* @__PURE__ */ icon("M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7v-7Z");
export const Refresh = /* @__PURE__ */ icon(
  "M20 5v5h-5M4 19v-5h5M19 10a7.5 7.5 0 0 0-13.5-2M5 14a7.5 7.5 0 0 0 13.5 2",
);
export const Search = /* @__PURE__ */ icon(`${circle(11, 11, 6.5)}M16 16l4.5 4.5`);
export const Settings = /* @__PURE__ */ icon(
  `M4 7h9.500M18.500 7H20M4 17h1.500M10.500 17H20${circle(16, 7, 2.5)}${circle(8, 17, 2.5)}`,
);
export const Shield = /* @__PURE__ */ icon("M12 3l8 3v6c0 4.5-3 7.5-8 9-5-1.5-8-4.5-8-9V6l8-3Z");
export const ShieldCheck = /* @__PURE__ */ icon(
  "M12 3l8 3v6c0 4.5-3 7.5-8 9-5-1.5-8-4.5-8-9V6l8-3ZM8.5 12l2.5 2.5 4.5-5",
);
export const SignOut = /* @__PURE__ */ icon("M10 4H5v16h5M15 8l4 4-4 4M19 12H9");
export const Sort = /* @__PURE__ */ icon("M8 5v14M4.5 15.5 8 19l3.5-3.500M16 19V5M12.5 8.5 16 5l3.5 3.5");
export const Sparkle = /* @__PURE__ */ icon(
  "M12 4l1.8 5.200L19 11l-5.2 1.800L12 18l-1.8-5.200L5 11l5.2-1.800L12 4ZM19 16v4M17 18h4",
);
export const Star = /* @__PURE__ */ icon(
  "m12 4 2.5 5.2 5.7.8-4.1 4 1 5.700L12 17l-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 4Z",
);
export const Stop = /* @__PURE__ */ icon("M6.5 6.500h11v11h-11v-11Z");
export const Sun = /* @__PURE__ */ icon(
  `${circle(12, 12, 4)}M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4`,
);
export const Target = /* @__PURE__ */ icon(`${circle(12, 12, 9)}${circle(12, 12, 5)}${circle(12, 12, 1)}`);
export const Trash = /* @__PURE__ */ icon("M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5");
export const TrendDown = /* @__PURE__ */ icon("M3.5 7 9 12.500l3.5-3.5 8 8M20.5 11v6h-6");
export const TrendUp = /* @__PURE__ */ icon("M3.5 17 9 11.500l3.5 3.5 8-8M20.5 13V7h-6");
export const User = /* @__PURE__ */ icon(`${circle(12, 8, 4)}M4 20.500c1-4 4-6 8-6s7 2 8 6`);
export const Users = /* @__PURE__ */ icon(
  `${circle(9, 8, 3.5)}M2.5 20c.8-3.5 3.2-5.5 6.5-5.500s5.7 2 6.5 5.500M16 4.800a3.5 3.5 0 0 1 0 6.400M18.5 15c1.6.8 2.6 2.5 3 5`,
);
export const Volume = /* @__PURE__ */ icon(
  "M4 9.500h3.500L12 5.500v13l-4.5-4H4v-5ZM15.5 9a4 4 0 0 1 0 6M18 6.500a7.5 7.5 0 0 1 0 11",
);
export const Warning = /* @__PURE__ */ icon("M12 4 2.8 20h18.400L12 4ZM12 10v4.500M12 17.300v.1");
export const Wallet = /* @__PURE__ */ icon("M4 7h16v13H4V7ZM4 7l11-4v4M15.5 13.500h.5M20 11h-5v5h5");
export const WifiOff = /* @__PURE__ */ icon(
  "M4 4l16 16M8.5 15.500a5 5 0 0 1 6.5-.4M5 11.500a10 10 0 0 1 4.5-2.700M13.5 8.500A10 10 0 0 1 19 11.500M12 19v.1",
);
