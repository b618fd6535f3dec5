import { getTableColumns, getTableName } from "drizzle-orm";
import { type DataGroup, type DataGroupId, type Datum, dataGroups } from "#contract/personal-data.ts";
import { personal as accounts } from "../schema/accounts.ts";
import { personal as alerts } from "../schema/alerts.ts";
import { personal as apiKeys } from "../schema/api-keys.ts";
import { personal as billing } from "../schema/billing.ts";
import { personal as calendarFeeds } from "../schema/calendar-feeds.ts";
import { personal as deliveries } from "../schema/deliveries.ts";
import { personal as jobs } from "../schema/jobs.ts";
import { personal as mail } from "../schema/mail.ts";
import { personal as newsletter } from "../schema/newsletter.ts";
import { personal as oauth } from "../schema/oauth.ts";
import { personal as ownCalls } from "../schema/own-calls.ts";
import { personal as past } from "../schema/past.ts";
import { personal as predictions } from "../schema/predictions.ts";
import { personal as push } from "../schema/push.ts";
import { personal as security } from "../schema/security.ts";
import { personal as support } from "../schema/support.ts";
import { personal as watchlist } from "../schema/watchlist.ts";
import { personal as webhooks } from "../schema/webhooks.ts";
import { accountNumber, type PersonalTable } from "./declare.ts";
import { elsewhere } from "./elsewhere.ts";

export const personalTables: readonly PersonalTable[] = [
  accounts,
  security,
  apiKeys,
  oauth,
  calendarFeeds,
  webhooks,
  predictions,
  past,
  watchlist,
  ownCalls,
  newsletter,
  deliveries,
  alerts,
  push,
  support,
  jobs,
  mail,
  billing,
].flat();

type Stored = Datum & {
  /** `table.column`, `object:Class.table`, `files:prefix/`, `cookie:name`, `local:key`, `session:key`, `cache:name`. */
  where: readonly string[];
};

export function storedData(): Stored[] {
  const places = new Map<Datum, string[]>([[accountNumber, []]]);
  const add = (datum: Datum, where: readonly string[]) =>
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
