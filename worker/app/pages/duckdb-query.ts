/** One row a calibration bin of each kind; its scores stand in each. Null without files. */
export function duckDbQuery(files: readonly { name: string }[], origin: string): string | null {
  const parquet = files.filter(({ name }) => name.endsWith(".parquet"));
  if (parquet.length === 0) return null;
  return `WITH settled AS (
  SELECT record_kind, beat_probability AS p, base_rate AS base,
    (outcome = 'beat')::INT AS beat, least(floor(beat_probability * 10), 9) / 10 AS bin
  FROM read_parquet([
${parquet.map(({ name }) => `    '${origin}/data/${name}'`).join(",\n")}
  ])
  WHERE state = 'settled'
), scores AS (
  SELECT record_kind, count(*) AS predictions, avg((p - beat) ** 2) AS brier,
    1 - avg((p - beat) ** 2) / avg((base - beat) ** 2) AS skill_over_base_rate,
    1 - avg((p - beat) ** 2) / avg((1 - beat) ** 2) AS skill_over_always_beat
  FROM settled GROUP BY record_kind
)
SELECT scores.*, bin, count(*) AS in_bin, avg(p) AS mean_probability, avg(beat) AS share_of_beats
FROM settled JOIN scores USING (record_kind)
GROUP BY ALL ORDER BY record_kind, bin;`;
}
