import { getTableColumns, getTableName } from "drizzle-orm";
import {
  type DataCategory,
  type DataGroup,
  type DataGroupId,
  dataGroups,
  retentionDays,
  retentionHours,
} from "#contract/retention.ts";
import { personal as oauth } from "../schema/access.ts";
import { personal as accounts } from "../schema/accounts.ts";
import { personal as alerts } from "../schema/alerts.ts";
import { personal as billing } from "../schema/billing.ts";
import { personal as deliveries } from "../schema/deliveries.ts";
import { personal as mail } from "../schema/mail.ts";
import { personal as newsletter } from "../schema/newsletter.ts";
import { personal as jobs } from "../schema/operations.ts";
import { personal as past } from "../schema/past.ts";
import { personal as predictions } from "../schema/predictions.ts";
import { personal as security } from "../schema/security.ts";
import { personal as support } from "../schema/support.ts";
import { personal as userForecasts } from "../schema/user-forecasts.ts";
import { personal as watchlist } from "../schema/watchlist.ts";
import { personal as webhooks } from "../schema/webhooks.ts";
import {
  accountNumber,
  days,
  type PersonalTable,
  profilePictureData,
  requestedPredictionsData,
} from "./declare.ts";

export const personalTables: readonly PersonalTable[] = [
  accounts,
  security,
  oauth,
  webhooks,
  predictions,
  past,
  watchlist,
  userForecasts,
  newsletter,
  deliveries,
  alerts,
  support,
  jobs,
  mail,
  billing,
].flat();

type Stored = DataCategory & {
  /**
   * Where the data is stored. Each place has the form `table.column`, `object:Class.table`, `files:prefix/`,
   * `cookie:name`, `local:key`, `session:key` or `cache:name`.
   */
  where: readonly string[];
};

export function storedData(): Stored[] {
  const places = new Map<DataCategory, string[]>([[accountNumber, []]]);
  const add = (datum: DataCategory, where: readonly string[]) =>
    places.set(datum, [...(places.get(datum) ?? []), ...where]);
  for (const { table, data } of personalTables) {
    const columns = getTableColumns(table);
    const placeOf = (name: string) =>
      `${getTableName(table)}.${columns[name]?.name ?? `${name}, which is gone`}`;
    const named = data.flatMap(([, ...held]) => held as string[]);
    for (const [datum, ...held] of data) add(datum, (held as string[]).map(placeOf));
    if (columns.userId && !named.includes("userId")) add(accountNumber, [placeOf("userId")]);
  }
  for (const { where, ...datum } of elsewhere) {
    const same = [...places.keys()].find(({ what }) => what === datum.what);
    add(same ?? datum, where);
  }
  return [...places].map(([datum, where]) => ({ ...datum, where }));
}

export function policyGroups(): DataGroup[] {
  const data = storedData().map(({ where: _where, ...datum }) => datum);
  return (Object.keys(dataGroups) as DataGroupId[]).map((id) => ({
    id,
    title: dataGroups[id],
    data: data.filter(({ group }) => group === id),
  }));
}

const elsewhere: readonly (DataCategory & { where: readonly string[] })[] = [
  { ...profilePictureData, where: ["files:avatars/"] },
  { ...requestedPredictionsData, where: ["files:past-predictions/"] },
  {
    group: "security-data",
    what: "After a deletion: the account's number",
    why: "To delete the account again should a backup of the database bring it back",
    retention: days(retentionDays.deletedAccount),
    where: ["files:deleted-accounts/"],
  },
  {
    group: "security-data",
    what: "Your IP address (of IPv6 the first half), your email address or your account number, as the name of a counter of attempts and emails",
    why: "To slow down abuse",
    retention: `At most ${retentionHours.attemptCounter} hours after the last attempt`,
    where: ["object:RateLimiter.bucket", "object:RateLimiter.uses"],
  },
  {
    group: "use-data",
    what: "Calls used in the current month, with their tickers; those of a free account under a keyed hash of your mailbox's address",
    why: "To count them against your plan; a mailbox has one free quota",
    retention: `${days(retentionDays.callPeriod)} after the month, or until you delete the account; the free count, without account number and tickers, at most ${retentionHours.freeQuota} hour after the month`,
    where: ["object:QuotaCounter.calls"],
  },
  {
    group: "browser-data",
    what: "Cookie: your session",
    why: "Keeps you signed in; scripts cannot read it",
    retention: `Until you sign out, at most ${days(retentionDays.session)}`,
    where: ["cookie:beatcast_session"],
  },
  {
    group: "browser-data",
    what: "Cookie: a signed note that this browser has signed in to your account before",
    why: "Lets you sign in while strangers try passwords for your account",
    retention: `At most ${days(retentionDays.knownDevice)}`,
    where: ["cookie:beatcast_device"],
  },
  {
    group: "browser-data",
    what: "Cookie: the secret of each checkout begun without an account",
    why: "Ties the checkout to your browser",
    retention: `${retentionHours.checkoutSecret} hours`,
    where: ["cookie:beatcast_checkout_"],
  },
  {
    group: "browser-data",
    what: "Cookie: a random mark, while you sign in with Google, GitHub or another site",
    why: "Ties that sign-in to your browser",
    retention: `${retentionHours.startedSignIn * 60} minutes`,
    where: ["cookie:beatcast_provider"],
  },
  {
    group: "browser-data",
    what: "Local storage: your sign-in token",
    why: "Keeps you signed in across tabs",
    retention: "Until you sign out",
    where: ["local:auth_token"],
  },
  {
    group: "browser-data",
    what: "Local storage: light or dark theme",
    why: "Shows the theme you chose",
    retention: "Until you clear it",
    where: ["local:theme"],
  },
  {
    group: "browser-data",
    what: "Session storage: your account number, the analysis under way and the prediction shown last",
    why: "Finds them again after a reload",
    retention: "Until you close the tab",
    where: ["session:beatcast.analysis"],
  },
  {
    group: "browser-data",
    what: "Local storage: your account number and which sections of a result you unfolded",
    why: "Shows the next result as you left the last",
    retention: "Until you clear it",
    where: ["local:beatcast.sections"],
  },
  {
    group: "browser-data",
    what: "Cache: the page that says that you are offline",
    why: "Answers without a connection; holds nothing about you",
    retention: "Until you clear it",
    where: ["cache:offline-1"],
  },
];
