import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/retention.ts";

export type Person = { userId: string; email: string; isConfirmed: boolean };

type Column<Table extends SQLiteTable> = keyof Table["_"]["columns"] & string;

/** Declared beside its table. The privacy policy, the export, the deletion and the clean-up read it. */
type Declaration<Table extends SQLiteTable> = {
  data: readonly (readonly [Datum, ...Column<Table>[]])[];
  /** Which rows belong to a person. The default is the rows with the person's `userId`. */
  rowsOf?: (person: Person) => SQL | undefined;
  /** `as` is the name in the export, where a dot nests. A text instead says why the data is not exported. */
  export:
    | string
    | {
        as: string;
        names?: Partial<Record<Column<Table>, string>>;
        without?: readonly Column<Table>[];
        /** Exported as a single value instead of a list. */
        is?: "one" | "count";
      };
  /** What else deletes the rows, or a text that says why they stay. Without it, foreign keys delete them. */
  deletion?: ((person: Person) => SQL) | string;
  expired?: (daysAgo: (days: number) => Date) => SQL | undefined;
};

export type PersonalTable = Declaration<SQLiteTable> & { table: SQLiteTable };

export function personal<Table extends SQLiteTable>(
  table: Table,
  declaration: Declaration<Table>,
): PersonalTable {
  return { table, ...declaration } as unknown as PersonalTable;
}

export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const untilDeleted = "Until you delete the account";
export const untilChanged = "Until you change it or delete the account";

export const accountNumber: Datum = {
  group: "account-data",
  what: "Account number, and when the account was created and last changed",
  why: "To tie your data together",
  retention: untilDeleted,
};

export const picture: Datum = {
  group: "account-data",
  what: "Picture, if you upload one",
  why: "Your profile, which only you see",
  retention: untilChanged,
};

export const asked: Datum = {
  group: "use-data",
  what: "Predictions you asked for: ticker, time, what we answered, and how it ended",
  why: "Your history and your figures",
  retention: untilDeleted,
};

export const twoFactor: Datum = {
  group: "security-data",
  what: "Two-factor secret (encrypted), and hashes of unused recovery codes",
  why: "To check your codes",
  retention: "Until you turn it off or delete the account",
};
