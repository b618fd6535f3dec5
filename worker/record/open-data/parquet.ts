import { parquetWriteBuffer } from "hyparquet-writer";
import { columnarValue, type OpenDataColumn, type PublishedRow } from "./columns.ts";

type SchemaElement = NonNullable<Parameters<typeof parquetWriteBuffer>[0]["schema"]>[number];

const parquetTypes: Readonly<Record<OpenDataColumn["type"], Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  date: { type: "INT32", converted_type: "DATE" },
  instant: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } },
  number: { type: "DOUBLE" },
  integer: { type: "INT32" },
  boolean: { type: "BOOLEAN" },
};

/**
 * Returns rows as a Parquet file with the column names and types that the data page describes. Equal rows
 * give equal bytes.
 */
export function parquetOf(
  columns: readonly OpenDataColumn[],
  rows: readonly PublishedRow[],
): Uint8Array<ArrayBuffer> {
  const schema: SchemaElement[] = [
    { name: "predictions", num_children: columns.length },
    ...columns.map(
      ({ name, type }): SchemaElement => ({
        name,
        repetition_type: "OPTIONAL",
        ...parquetTypes[type],
      }),
    ),
  ];
  const columnData = columns.map((column) => ({
    name: column.name,
    data: rows.map((row) => columnarValue(column, row)),
  }));
  return new Uint8Array(parquetWriteBuffer({ schema, columnData, createdBy: "beatcast" }));
}

/**
 * Returns the season in which a prediction ended (UTC), such as "2026-Q4". A season's file never changes once the
 * season is over.
 */
export function seasonOf(endedAt: Date): string {
  return `${endedAt.getUTCFullYear()}-Q${Math.floor(endedAt.getUTCMonth() / 3) + 1}`;
}
