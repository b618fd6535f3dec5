/** One datum on a person: what it is, what for, how long, and every place that stores it. */
export type Datum = {
  what: string;
  why: string;
  retention: string;
  /**
   * `table.column` of the database, `object:Class.table` of a Durable Object, `files:prefix/` of the file store,
   * `cookie:name`, `local:key`, `session:key` and `cache:name` of the browser.
   */
  where: readonly string[];
};
export type DataGroup = { id: string; title: string; data: readonly Datum[] };

/** `table.column` for each column named. */
export const columns = (table: string, ...names: string[]) => names.map((name) => `${table}.${name}`);

/** "1 day", "30 days". */
export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const untilDeleted = "Until you delete the account";
export const untilChanged = "Until you change it or delete the account";
