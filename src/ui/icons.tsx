import * as lucide from "lucide-react";
import type { ReactNode } from "react";

type IconProps = {
  /** Classes of the icon. Without any, it is 1.25rem wide and high. */
  className?: string;
  label?: string;
};
export type Icon = (props: IconProps) => ReactNode;

const icon =
  (Drawing: lucide.LucideIcon): Icon =>
  ({ className = "size-5", label }) => (
    <Drawing
      className={`shrink-0 ${className}`}
      strokeWidth={1.75}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  );

export const ArrowDown = /* @__PURE__ */ icon(lucide.ArrowDown);
export const ArrowLeft = /* @__PURE__ */ icon(lucide.ArrowLeft);
export const ArrowRight = /* @__PURE__ */ icon(lucide.ArrowRight);
export const ArrowUp = /* @__PURE__ */ icon(lucide.ArrowUp);
export const Bell = /* @__PURE__ */ icon(lucide.Bell);
export const Book = /* @__PURE__ */ icon(lucide.Book);
export const Briefcase = /* @__PURE__ */ icon(lucide.Briefcase);
export const Calendar = /* @__PURE__ */ icon(lucide.Calendar);
export const Camera = /* @__PURE__ */ icon(lucide.Camera);
export const ChartBars = /* @__PURE__ */ icon(lucide.ChartNoAxesColumn);
export const ChartLine = /* @__PURE__ */ icon(lucide.ChartLine);
export const Check = /* @__PURE__ */ icon(lucide.Check);
export const CheckCircle = /* @__PURE__ */ icon(lucide.CircleCheck);
export const ChevronDown = /* @__PURE__ */ icon(lucide.ChevronDown);
export const Close = /* @__PURE__ */ icon(lucide.X);
export const Compass = /* @__PURE__ */ icon(lucide.Compass);
export const Copy = /* @__PURE__ */ icon(lucide.Copy);
export const CreditCard = /* @__PURE__ */ icon(lucide.CreditCard);
export const Crown = /* @__PURE__ */ icon(lucide.Crown);
export const Document = /* @__PURE__ */ icon(lucide.FileText);
export const Download = /* @__PURE__ */ icon(lucide.Download);
export const Eye = /* @__PURE__ */ icon(lucide.Eye);
export const EyeOff = /* @__PURE__ */ icon(lucide.EyeOff);
export const Flame = /* @__PURE__ */ icon(lucide.Flame);
export const Grid = /* @__PURE__ */ icon(lucide.LayoutGrid);
export const Gauge = /* @__PURE__ */ icon(lucide.Gauge);
export const History = /* @__PURE__ */ icon(lucide.History);
export const Home = /* @__PURE__ */ icon(lucide.House);
export const Info = /* @__PURE__ */ icon(lucide.Info);
export const Key = /* @__PURE__ */ icon(lucide.KeyRound);
export const Laptop = /* @__PURE__ */ icon(lucide.Laptop);
export const Layers = /* @__PURE__ */ icon(lucide.Layers2);
export const Link = /* @__PURE__ */ icon(lucide.Link);
export const Lock = /* @__PURE__ */ icon(lucide.Lock);
export const Mail = /* @__PURE__ */ icon(lucide.Mail);
export const Menu = /* @__PURE__ */ icon(lucide.Menu);
export const Minus = /* @__PURE__ */ icon(lucide.Minus);
export const Moon = /* @__PURE__ */ icon(lucide.Moon);
export const Pause = /* @__PURE__ */ icon(lucide.Pause);
export const Pencil = /* @__PURE__ */ icon(lucide.Pencil);
export const Play = /* @__PURE__ */ icon(lucide.Play);
export const Plug = /* @__PURE__ */ icon(lucide.Plug);
export const Share = /* @__PURE__ */ icon(lucide.Share2);
export const Printer = /* @__PURE__ */ icon(lucide.Printer);
export const Refresh = /* @__PURE__ */ icon(lucide.RefreshCw);
export const Search = /* @__PURE__ */ icon(lucide.Search);
export const Settings = /* @__PURE__ */ icon(lucide.Settings2);
export const Shield = /* @__PURE__ */ icon(lucide.Shield);
export const ShieldCheck = /* @__PURE__ */ icon(lucide.ShieldCheck);
export const SignOut = /* @__PURE__ */ icon(lucide.LogOut);
export const Sort = /* @__PURE__ */ icon(lucide.ArrowDownUp);
export const Sparkle = /* @__PURE__ */ icon(lucide.Sparkles);
export const Star = /* @__PURE__ */ icon(lucide.Star);
export const Stop = /* @__PURE__ */ icon(lucide.Square);
export const Sun = /* @__PURE__ */ icon(lucide.Sun);
export const TableRows = /* @__PURE__ */ icon(lucide.Rows3);
export const Target = /* @__PURE__ */ icon(lucide.Target);
export const Trash = /* @__PURE__ */ icon(lucide.Trash2);
export const TrendUp = /* @__PURE__ */ icon(lucide.TrendingUp);
export const User = /* @__PURE__ */ icon(lucide.User);
export const Volume = /* @__PURE__ */ icon(lucide.Volume2);
export const Warning = /* @__PURE__ */ icon(lucide.TriangleAlert);
