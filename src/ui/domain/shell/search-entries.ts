import { navigationItems, navigationPathOf } from "#contract/pages.ts";
import { symbolSchema } from "#contract/symbol.ts";
import { addIsoDays } from "#contract/time.ts";
import { calendarDate, calendarDayNear, mondayOf } from "#lib/dates.ts";

type Group = "Companies" | "Weeks" | "Actions";
export type SearchEntry = { group: Group; key: string; title: string; detail: string; href: string };

export type Company = { symbol: string; name: string };

const MAX_COMPANIES = 6;
const MAX_WEEKS = 3;
const WEEKS = { before: -26, after: 6 } as const;

const actions: readonly { title: string; words: string; href: string; for?: "member" | "visitor" }[] = [
  { title: "Largest edges of the week", words: "biggest top", href: "/calendar?view=table&sort=edge" },
  { title: "Heat map of the season", words: "sectors weeks past", href: "/calendar?view=map" },
  { title: "Wrong predictions", words: "misses mistakes", href: "/track-record?outcome=wrong" },
  { title: "Compare companies", words: "side by side", href: "/compare" },
  { title: "Alerts", words: "notifications", href: "/alerts", for: "member" },
  { title: "My predictions", words: "history", href: "/dashboard?view=history", for: "member" },
  { title: "My performance", words: "metrics accuracy", href: "/dashboard?view=metrics", for: "member" },
  { title: "Account", words: "settings profile password", href: "/account", for: "member" },
  {
    title: "Billing and plans",
    words: "subscription upgrade invoice",
    href: "/account?tab=billing",
    for: "member",
  },
  { title: "Support", words: "help contact", href: "/support", for: "member" },
  { title: "Pricing", words: "plans cost", href: "/pricing", for: "visitor" },
  { title: "Sign in", words: "log in", href: "/auth", for: "visitor" },
  { title: "Create an account", words: "sign up register free", href: "/auth?tab=signup", for: "visitor" },
  { title: "API reference", words: "developers keys mcp", href: "/developers" },
  { title: "Open data", words: "download csv parquet", href: "/data" },
];

/** Returns the places, weeks and companies that match the text, or the most common ones without a text. */
export function searchEntries(
  typed: string,
  { isMember, today, companies }: { isMember: boolean; today: string; companies: readonly Company[] },
): SearchEntry[] {
  const text = typed.trim().toLowerCase();
  const weeks = weeksOf(today).filter((week) =>
    text ? isFound(text, `${week.title} ${week.detail}`) : nearKeys.has(week.key),
  );
  const named = weeks.filter(({ title }) => text.length > 3 && title.toLowerCase().startsWith(text));
  const entries = [
    ...named.slice(0, MAX_WEEKS),
    ...companiesOf(typed, companies, isMember),
    ...weeks.filter((week) => !named.includes(week)).slice(0, MAX_WEEKS),
    ...[...actionsOf(isMember), nextEdges(today)]
      .filter(({ title, words }) => isFound(text, `${title} ${words}`))
      .map(asEntry),
  ];
  const ticker = symbolSchema.safeParse(typed);
  if (!ticker.success || companies.length > 0) return entries;
  return [...entries, pageOf({ symbol: ticker.data, name: "Look up this ticker" })];
}

function companiesOf(typed: string, companies: readonly Company[], isMember: boolean): SearchEntry[] {
  if (!typed.trim()) return [];
  const [best, ...otherCompanies] = companies.slice(0, MAX_COMPANIES).map(pageOf);
  if (!best) return [];
  return isMember ? [best, analysisOf(best.title), ...otherCompanies] : [best, ...otherCompanies];
}

function pageOf({ symbol, name }: Company): SearchEntry {
  const href = `/stocks/${encodeURIComponent(symbol)}`;
  return { group: "Companies", key: symbol, title: symbol, detail: name, href };
}

function analysisOf(symbol: string): SearchEntry {
  return {
    group: "Companies",
    key: `analyze ${symbol}`,
    title: `Analyze ${symbol}`,
    detail: "The probability, the reasons and the evidence",
    href: `/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`,
  };
}

const names = new Map([
  [-1, "Last week"],
  [0, "This week"],
  [1, "Next week"],
]);
const nearKeys = new Set([...names.keys()].map((at) => `week ${at}`));

function weeksOf(today: string): SearchEntry[] {
  const monday = mondayOf(today);
  const ahead = Array.from({ length: WEEKS.after + 1 }, (_, at) => at);
  const past = Array.from({ length: -WEEKS.before }, (_, at) => -1 - at);
  return [...ahead, ...past].map((at) => {
    const from = addIsoDays(monday, 7 * at);
    return {
      group: "Weeks",
      key: `week ${at}`,
      title: names.get(at) ?? `Week of ${calendarDate(from)}`,
      detail: `${calendarDayNear(from)} to ${calendarDayNear(addIsoDays(from, 6))}`,
      href: `/calendar?from=${from}&weeks=1`,
    };
  });
}

function actionsOf(isMember: boolean) {
  const places = navigationItems.map((place) => ({
    title: place.name,
    words: "go to open",
    href: navigationPathOf(place, isMember),
  }));
  return [...places, ...actions.filter((action) => !action.for || (action.for === "member") === isMember)];
}

function nextEdges(today: string) {
  const from = addIsoDays(mondayOf(today), 7);
  const href = `/calendar?view=table&sort=edge&from=${from}&weeks=1`;
  return { title: "Largest edges of next week", words: "biggest top", href };
}

function asEntry({ title, href }: { title: string; href: string }): SearchEntry {
  return { group: "Actions", key: href, title, detail: "", href };
}

/** Returns whether each typed word begins a word of the text. */
function isFound(typed: string, text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  return typed.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}
