/**
 * Columns that say nothing about a person, by table, each group with its reason. Everything else of the schema must be
 * listed in worker/contract/personal-data.ts.
 */
export const notPersonal: readonly { table: string; reason: string; columns: readonly string[] }[] = [
  {
    table: "credentials",
    reason: "Columns for sign-in with other sites, which is not offered: always empty.",
    columns: [
      "access_token",
      "refresh_token",
      "id_token",
      "access_token_expires_at",
      "refresh_token_expires_at",
      "scope",
    ],
  },
  {
    table: "usage_counts",
    reason: "Sums of a day over all people who let us count; no row leads to one.",
    columns: ["day", "kind", "used", "n"],
  },
  {
    table: "sessions",
    reason: "A column for addresses, which are not stored: always empty.",
    columns: ["ip_address"],
  },
  {
    table: "verifications",
    reason: "A table that was never written: one-time links have their own.",
    columns: ["id", "identifier", "value", "expires_at", "created_at", "updated_at"],
  },
  {
    table: "predictions",
    reason: "Facts about the company and its report, the same for everybody who asked.",
    columns: [
      "book",
      "company_name",
      "sector",
      "model_version",
      "base_rate",
      "consensus_eps",
      "currency",
      "fiscal_quarter_end",
      "report_date",
      "reports_at",
      "lock_id",
      "ledger_seq",
      "data_mode",
      "state_reason",
      "due_at",
      "actual_result",
      "actual_eps",
      "actual_source",
      "settled_at",
      "settled_by",
    ],
  },
  {
    table: "snapshots",
    reason: "An analysis of a company, which names nobody who asked for it.",
    columns: ["id", "symbol", "data_mode", "model_version", "as_of", "created_at", "analysis"],
  },
  {
    table: "archived_signals",
    reason: "Market figures of companies.",
    columns: [
      "book",
      "symbol",
      "day",
      "source",
      "report_date",
      "fiscal_quarter_end",
      "consensus_eps",
      "analyst_count",
      "estimate_low",
      "estimate_high",
      "consensus_days_ago_7",
      "consensus_days_ago_30",
      "consensus_days_ago_60",
      "consensus_days_ago_90",
      "revisions_up_30",
      "revisions_down_30",
      "price",
      "return_21",
      "return_63",
      "return_252",
      "volatility_63",
      "archived_at",
    ],
  },
  {
    table: "imported_quarters",
    reason: "Reported figures of companies.",
    columns: ["symbol", "report_date", "eps_estimate", "eps_actual", "source"],
  },
  {
    table: "job_progress",
    reason: "How far a job has come.",
    columns: ["job", "day", "position"],
  },
  {
    table: "newsletter_issues",
    reason: "The text of a week's newsletter, the same for every reader.",
    columns: ["issue", "content", "created_at"],
  },
  {
    table: "payment_events",
    reason: "Numbers of events that were handled, without what they were about.",
    columns: ["id", "type", "received_at"],
  },
];

/** Tables of Durable Objects that say nothing about a person. */
export const notPersonalObjects: Readonly<Record<string, string>> = {
  "AnalysisRunner.run_end": "How the analysis of a company ended, shared for minutes by everybody who asks.",
  "Ledger.entries": "The public ledger: locks and settlements of predictions, which name nobody.",
  "Ledger.roots": "Daily hashes of the public ledger.",
};
