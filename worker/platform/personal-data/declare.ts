import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { DataCategory } from "#contract/retention.ts";

export type DataSubject = { userId: string; email: string; isConfirmed: boolean };

type Column<Table extends SQLiteTable> = keyof Table["_"]["columns"] & string;

/**
 * What a table stores about people and for how long. The privacy policy, the data export, the account deletion
 * and the deletion of expired rows are derived from it.
 */
type Declaration<Table extends SQLiteTable> = {
  data: readonly (readonly [DataCategory, ...Column<Table>[]])[];
  /** Returns the condition for the rows of a person. By default, these are the rows with the person's `userId`. */
  rowsOf?: (person: DataSubject) => SQL | undefined;
  /**
   * How the rows are exported. `as` is the key in the export, in which a dot nests objects. A text instead says
   * why they are not exported.
   */
  export:
    | string
    | {
        as: string;
        names?: Partial<Record<Column<Table>, string>>;
        without?: readonly Column<Table>[];
        /** Exports the first row or the number of rows instead of a list. */
        is?: "one" | "count";
      };
  /**
   * The condition for rows that account deletion must delete itself, or a text that says what happens to them.
   * Without it, foreign keys delete the rows with the account.
   */
  deletion?: ((person: DataSubject) => SQL) | string;
  expired?: (daysAgo: (days: number) => Date) => SQL | undefined;
};

export type PersonalTable = Declaration<SQLiteTable> & { table: SQLiteTable };

export function declarePersonalTable<Table extends SQLiteTable>(
  table: Table,
  declaration: Declaration<Table>,
): PersonalTable {
  return { table, ...declaration } as unknown as PersonalTable;
}

export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const untilDeleted = "Until you delete the account";
export const untilChanged = "Until you change it or delete the account";

export const accountNumber: DataCategory = {
  group: "account-data",
  what: "Account number, and when the account was created and last changed",
  why: "To tie your data together",
  retention: untilDeleted,
};

export const profilePictureData: DataCategory = {
  group: "account-data",
  what: "Picture, if you upload one",
  why: "Your profile, which only you see",
  retention: untilChanged,
};

export const requestedPredictionsData: DataCategory = {
  group: "use-data",
  what: "Predictions you asked for: ticker, time, what we answered, and how it ended",
  why: "Your history and your figures",
  retention: untilDeleted,
};

export const twoFactor: DataCategory = {
  group: "security-data",
  what: "Two-factor secret (encrypted), and hashes of unused recovery codes",
  why: "To check your codes",
  retention: "Until you turn it off or delete the account",
};
