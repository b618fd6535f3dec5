-- This creates every table of the product. worker/platform/schema/ declares the same tables with units and reasons.

CREATE TABLE credentials (
  id text PRIMARY KEY NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL,
  password text,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX credentials_by_user ON credentials (user_id);
CREATE UNIQUE INDEX credentials_by_account ON credentials (provider_id, account_id);

CREATE TABLE sessions (
  id text PRIMARY KEY NOT NULL,
  token text NOT NULL,
  user_id text NOT NULL,
  expires_at integer NOT NULL,
  user_agent text,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  place text,
  proven_at integer,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX sessions_token_unique ON sessions (token);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE users (
  id text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified integer DEFAULT false NOT NULL,
  image text,
  phone text,
  company text,
  location text,
  bio text,
  two_factor_enabled integer DEFAULT false NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  notification_preferences text,
  privacy_preferences text
);
CREATE UNIQUE INDEX users_email_unique ON users (email);

CREATE TABLE short_lived_secrets (
  token_hash text PRIMARY KEY NOT NULL,
  purpose text NOT NULL,
  user_id text,
  attempts integer DEFAULT 0 NOT NULL,
  expires_at integer NOT NULL,
  data text,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX short_lived_secrets_by_user ON short_lived_secrets (user_id, purpose);
CREATE INDEX short_lived_secrets_by_expiry ON short_lived_secrets (expires_at);

CREATE TABLE passkeys (
  id text PRIMARY KEY NOT NULL,
  credential_id text NOT NULL,
  user_id text NOT NULL,
  public_key text NOT NULL,
  counter integer NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  created_at integer NOT NULL,
  last_used_at integer,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX passkeys_credential_id_unique ON passkeys (credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE two_factors (
  user_id text PRIMARY KEY NOT NULL,
  secret text NOT NULL,
  last_step integer DEFAULT 0 NOT NULL,
  created_at integer NOT NULL,
  key_id text,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX two_factors_by_key ON two_factors (key_id);

CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash text NOT NULL,
  key_id text,
  PRIMARY KEY (user_id, code_hash),
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX recovery_codes_by_key ON recovery_codes (key_id);

CREATE TABLE security_events (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  device text NOT NULL,
  place text,
  at integer NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX security_events_by_user ON security_events (user_id, at);
CREATE INDEX security_events_by_time ON security_events (at);

CREATE TABLE outbox (
  id text PRIMARY KEY NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  created_at integer NOT NULL,
  delivery_key text
);
CREATE INDEX outbox_by_recipient ON outbox (recipient, created_at);
CREATE INDEX outbox_by_time ON outbox (created_at);
CREATE UNIQUE INDEX outbox_by_delivery ON outbox (delivery_key);

CREATE TABLE customers (
  id text PRIMARY KEY NOT NULL,
  user_id text,
  email text,
  created_at integer NOT NULL,
  sync_started integer DEFAULT 0 NOT NULL,
  sync_written integer DEFAULT 0 NOT NULL,
  synced_at integer,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE set null
);
CREATE INDEX customers_by_user ON customers (user_id);
CREATE INDEX customers_by_sync ON customers (synced_at);
CREATE INDEX customers_by_email ON customers (email);

CREATE TABLE subscriptions (
  id text PRIMARY KEY NOT NULL,
  customer_id text NOT NULL,
  status text NOT NULL,
  plan_id text,
  price_id text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  period_start integer NOT NULL,
  period_end integer NOT NULL,
  ends_at integer,
  ended_at integer,
  retained_plan_id text,
  retained_until integer,
  card_brand text,
  card_last4 text,
  created_at integer NOT NULL,
  counted_from integer NOT NULL,
  paid_from integer NOT NULL,
  paid_until integer NOT NULL,
  paid_invoice_id text,
  paid_plan_id text,
  paid_calls integer,
  FOREIGN KEY (customer_id) REFERENCES customers(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id);

CREATE TABLE payments (
  id text PRIMARY KEY NOT NULL,
  customer_id text NOT NULL,
  subscription_id text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  period_start integer NOT NULL,
  FOREIGN KEY (customer_id) REFERENCES customers(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX payments_by_customer ON payments (customer_id);

CREATE TABLE disputes (
  id text PRIMARY KEY NOT NULL,
  payment_id text NOT NULL,
  status text NOT NULL,
  reported_at integer NOT NULL
);
CREATE INDEX disputes_by_payment ON disputes (payment_id);

CREATE TABLE payment_events (
  id text PRIMARY KEY NOT NULL,
  type text NOT NULL,
  received_at integer NOT NULL
);
CREATE INDEX payment_events_by_time ON payment_events (received_at);

CREATE TABLE checkouts (
  id text PRIMARY KEY NOT NULL,
  plan_id text NOT NULL,
  user_id text,
  secret_hash text,
  customer_id text,
  email text,
  payer_name text,
  created_at integer NOT NULL,
  confirmed_at integer,
  set_up_at integer,
  mailed_hash text,
  declined_at integer,
  checked_at integer,
  expired_at integer,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX checkouts_by_secret ON checkouts (secret_hash);
CREATE INDEX checkouts_by_time ON checkouts (created_at);
CREATE INDEX checkouts_by_mailed_secret ON checkouts (mailed_hash);
CREATE INDEX checkouts_by_customer ON checkouts (customer_id);
CREATE INDEX checkouts_by_check ON checkouts (confirmed_at, expired_at, checked_at);
CREATE INDEX checkouts_by_email ON checkouts (email);

CREATE TABLE payment_operations (
  owner text NOT NULL,
  operation text NOT NULL,
  parameters text NOT NULL,
  key text NOT NULL,
  started_at integer NOT NULL,
  PRIMARY KEY(owner, operation)
);

CREATE TABLE sandbox_documents (
  kind text NOT NULL,
  id text NOT NULL,
  customer_id text,
  body text NOT NULL,
  PRIMARY KEY(kind, id)
);
CREATE INDEX sandbox_documents_by_customer ON sandbox_documents (kind,customer_id);

CREATE TABLE tallies (
  scope text NOT NULL,
  dimension text NOT NULL,
  key text NOT NULL,
  n integer NOT NULL,
  correct integer NOT NULL,
  beats integer NOT NULL,
  predicted_beat integer NOT NULL,
  predicted_beat_correct integer NOT NULL,
  probability_sum integer NOT NULL,
  brier_sum integer NOT NULL,
  base_brier_sum integer NOT NULL,
  PRIMARY KEY (scope, dimension, key)
) WITHOUT ROWID;

CREATE TABLE result_reports (
  prediction_id text NOT NULL,
  user_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  eps real NOT NULL,
  url text NOT NULL,
  created_at integer NOT NULL,
  dismissed_at integer,
  PRIMARY KEY (prediction_id, user_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
CREATE INDEX result_reports_by_user ON result_reports (user_id);
CREATE INDEX result_reports_by_quarter ON result_reports (symbol, fiscal_quarter_end);

CREATE TABLE job_progress (
  job text NOT NULL,
  day text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (job, day)
) WITHOUT ROWID;

CREATE TABLE newsletter_subscribers (
  id text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  confirm_hash text,
  confirm_expires_at integer,
  confirmed_at integer,
  created_at integer NOT NULL
);
CREATE UNIQUE INDEX newsletter_subscribers_by_email ON newsletter_subscribers (email);
CREATE UNIQUE INDEX newsletter_subscribers_by_confirmation ON newsletter_subscribers (confirm_hash);
CREATE INDEX newsletter_subscribers_by_time ON newsletter_subscribers (confirmed_at, created_at);

CREATE TABLE leases (
  kind text NOT NULL,
  subject text NOT NULL,
  holder text NOT NULL,
  expires_at integer NOT NULL,
  PRIMARY KEY (kind, subject)
);

CREATE TABLE closed_customers (
  id text PRIMARY KEY NOT NULL,
  closed_at integer NOT NULL
);
CREATE INDEX closed_customers_by_time ON closed_customers (closed_at);

CREATE TABLE newsletter_issues (
  issue text PRIMARY KEY NOT NULL,
  content text NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX newsletter_issues_by_time ON newsletter_issues (created_at);

CREATE TABLE push_devices (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  session_id text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at integer NOT NULL,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade,
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX push_devices_by_endpoint ON push_devices (endpoint);
CREATE INDEX push_devices_by_user ON push_devices (user_id);
CREATE INDEX push_devices_by_session ON push_devices (session_id);

CREATE TABLE usage_counts (
  day text NOT NULL,
  kind text NOT NULL,
  used text NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (day, kind, used)
);

CREATE TABLE season_companies (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  company_name text,
  exchange text,
  sector text,
  industry text,
  country text,
  currency text,
  cik text,
  is_active integer DEFAULT 1 NOT NULL,
  price real,
  market_cap real,
  asked_at integer,
  answered_at integer,
  trend real,
  trend_day text,
  releases_listed_at integer,
  updated_at integer NOT NULL,
  described_at integer,
  basis text,
  company_id text,
  ended_on text,
  ended_how text,
  ended_by text,
  PRIMARY KEY(ledger_id, symbol)
) WITHOUT ROWID;
CREATE INDEX season_companies_by_industry ON season_companies (ledger_id, industry);
CREATE UNIQUE INDEX season_companies_by_id ON season_companies (ledger_id, company_id) WHERE company_id IS NOT NULL;

CREATE TABLE listings (
  ledger_id text NOT NULL,
  ticker text NOT NULL,
  to_day text NOT NULL,
  from_day text,
  company_id text NOT NULL,
  kind text NOT NULL,
  company_name text,
  exchange text,
  closed_at integer NOT NULL,
  PRIMARY KEY(ledger_id, ticker, to_day)
) WITHOUT ROWID;
CREATE INDEX listings_by_company ON listings (ledger_id, company_id, to_day);

CREATE TABLE company_changes (
  ledger_id text NOT NULL,
  id text NOT NULL,
  ticker text NOT NULL,
  kind text NOT NULL,
  day text NOT NULL,
  change text NOT NULL,
  state text NOT NULL,
  reason text,
  seen_at integer NOT NULL,
  PRIMARY KEY(ledger_id, id)
) WITHOUT ROWID;
CREATE INDEX company_changes_by_state ON company_changes (ledger_id, state, seen_at);
CREATE INDEX company_changes_by_company ON company_changes (ledger_id, ticker, kind, day);

CREATE TABLE season_reports (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  is_quarter_declared integer NOT NULL,
  report_date text NOT NULL,
  is_day_known integer NOT NULL,
  session text,
  is_confirmed integer NOT NULL,
  moved_from text,
  consensus_eps real,
  estimate_low real,
  estimate_high real,
  analyst_count integer,
  reported_eps real,
  consensus_revenue real,
  reported_revenue real,
  is_beat integer,
  basis text,
  source text NOT NULL,
  is_imported integer NOT NULL,
  is_comparable integer DEFAULT 1 NOT NULL,
  doubt text,
  sudden_consensus real,
  sudden_since integer,
  first_seen_at integer NOT NULL,
  changed_at integer NOT NULL,
  reported_seen_at integer,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end)
) WITHOUT ROWID;
CREATE INDEX season_reports_by_day ON season_reports (ledger_id, report_date, is_beat);

-- Each company's reported quarters in one row, so that a round of forecasts reads one row for a company instead of 40. A
-- change of a report deletes the row, whichever statement makes it; the next reader stores it again.
CREATE TABLE season_histories (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  quarters text NOT NULL,
  PRIMARY KEY(ledger_id, symbol)
) WITHOUT ROWID;
CREATE TRIGGER season_histories_insert AFTER INSERT ON season_reports WHEN new.reported_eps IS NOT NULL
BEGIN DELETE FROM season_histories WHERE ledger_id = new.ledger_id AND symbol = new.symbol; END;
CREATE TRIGGER season_histories_update AFTER UPDATE ON season_reports WHEN new.reported_eps IS NOT NULL OR old.reported_eps IS NOT NULL
BEGIN DELETE FROM season_histories WHERE ledger_id = new.ledger_id AND symbol IN (new.symbol, old.symbol); END;
CREATE TRIGGER season_histories_delete AFTER DELETE ON season_reports WHEN old.reported_eps IS NOT NULL
BEGIN DELETE FROM season_histories WHERE ledger_id = old.ledger_id AND symbol = old.symbol; END;

CREATE TABLE season_revisions (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  held_from integer NOT NULL,
  held_until integer NOT NULL,
  report_date text NOT NULL,
  session text,
  is_confirmed integer NOT NULL,
  moved_from text,
  consensus_eps real,
  estimate_low real,
  estimate_high real,
  analyst_count integer,
  reported_eps real,
  consensus_revenue real,
  reported_revenue real,
  is_beat integer,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end, held_until)
) WITHOUT ROWID;
CREATE INDEX season_revisions_by_day ON season_revisions (ledger_id, report_date, held_until);

CREATE TABLE season_ranges (
  ledger_id text NOT NULL,
  first_day text NOT NULL,
  last_day text NOT NULL,
  read_at integer NOT NULL,
  reports integer NOT NULL,
  refused_at integer,
  PRIMARY KEY(ledger_id, first_day)
) WITHOUT ROWID;

CREATE TABLE source_faults (
  ledger_id text NOT NULL,
  source text NOT NULL,
  day text NOT NULL,
  reason text NOT NULL,
  symbol text NOT NULL,
  row_day text NOT NULL,
  PRIMARY KEY(ledger_id, day, source, reason, symbol, row_day)
) WITHOUT ROWID;

CREATE TABLE dead_letters (
  id text PRIMARY KEY NOT NULL,
  job text NOT NULL,
  body text NOT NULL,
  error text NOT NULL,
  times integer NOT NULL,
  first_at integer NOT NULL,
  last_at integer NOT NULL
);
CREATE INDEX dead_letters_by_time ON dead_letters (last_at);

CREATE TABLE upcoming_forecasts (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  beat_probability real NOT NULL,
  base_rate real NOT NULL,
  edge_verdict text NOT NULL,
  confidence text NOT NULL,
  feature_tier text NOT NULL,
  model_version text NOT NULL,
  consensus_eps real NOT NULL,
  scored_at integer NOT NULL,
  ledger_seq integer,
  locked_at integer,
  interval_low real,
  interval_high real,
  interval_limit real,
  context_shift real,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end)
) WITHOUT ROWID;

CREATE TABLE predictions (
  id text PRIMARY KEY NOT NULL,
  scope text NOT NULL,
  user_id text,
  ledger_id text NOT NULL,
  request_key text NOT NULL,
  symbol text NOT NULL,
  company_name text NOT NULL,
  sector text,
  model_version text NOT NULL,
  prediction_type text NOT NULL,
  beat_probability real NOT NULL,
  predicted_probability real NOT NULL,
  base_rate real NOT NULL,
  confidence text NOT NULL,
  consensus_eps real NOT NULL,
  currency text,
  fiscal_quarter_end text,
  report_date text,
  reports_at integer,
  lock_id text,
  ledger_seq integer,
  data_mode text NOT NULL,
  created_at integer NOT NULL,
  state text NOT NULL,
  state_reason text,
  due_at integer,
  actual_result text,
  actual_eps real,
  actual_source text,
  is_correct integer,
  settled_at integer,
  settlement_attempt text,
  as_of integer,
  evidence_hash text NOT NULL,
  company_size text,
  guidance_against_consensus real,
  trader_price real,
  trader_objections text,
  combined_probability real,
  symbol_at_prediction text,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
CREATE UNIQUE INDEX predictions_by_request ON predictions (scope, request_key);
CREATE INDEX predictions_by_state ON predictions (scope, state, settled_at, id);
CREATE INDEX predictions_by_lock ON predictions (lock_id) WHERE lock_id IS NOT NULL;
CREATE INDEX predictions_due ON predictions (ledger_id, due_at, symbol, fiscal_quarter_end) WHERE due_at IS NOT NULL;
CREATE INDEX predictions_with_prices ON predictions (scope, state) WHERE trader_objections IS NOT NULL;
CREATE INDEX predictions_by_user ON predictions (user_id, created_at, id) WHERE user_id IS NOT NULL;

CREATE TABLE past_predictions (
  user_id text NOT NULL,
  year text NOT NULL,
  file text NOT NULL,
  n integer NOT NULL,
  first_at integer NOT NULL,
  last_at integer NOT NULL,
  last_settled_at integer,
  days text,
  unsettled text NOT NULL,
  PRIMARY KEY(user_id, year),
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE season_moves (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  implied_move_percent real,
  past_move_percent real,
  seen_at integer NOT NULL,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end)
) WITHOUT ROWID;

CREATE TABLE question_prices (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  venue text NOT NULL,
  question_id text NOT NULL,
  day text NOT NULL,
  title text NOT NULL,
  url text,
  strike real NOT NULL,
  basis text,
  expected_day text NOT NULL,
  closes_at integer,
  bid real,
  ask real,
  depth_usd real NOT NULL,
  volume_usd real,
  day_volume_usd real,
  read_at integer NOT NULL,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end, venue, question_id, day)
) WITHOUT ROWID;

CREATE TABLE report_moves (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  from_day text,
  to_day text,
  from_close real,
  to_close real,
  source text NOT NULL,
  asked_at integer NOT NULL,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end)
) WITHOUT ROWID;

CREATE TABLE report_witnesses (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  reported_eps real NOT NULL,
  finding text NOT NULL,
  released_from integer,
  released_to integer,
  document_url text,
  exhibit_eps real,
  exhibit_basis text,
  quote text,
  gaap_eps real,
  is_gaap_derived integer,
  gaap_filed text,
  attempts integer NOT NULL,
  first_looked_at integer NOT NULL,
  looked_at integer NOT NULL,
  look_again_at integer,
  PRIMARY KEY(ledger_id, symbol, fiscal_quarter_end)
) WITHOUT ROWID;
CREATE INDEX report_witnesses_due ON report_witnesses (ledger_id, look_again_at);
CREATE INDEX report_witnesses_by_finding ON report_witnesses (ledger_id, finding, looked_at);

CREATE TABLE company_releases (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  accession text NOT NULL,
  file text NOT NULL,
  is_amendment integer NOT NULL,
  filing_date text NOT NULL,
  accepted_at integer NOT NULL,
  hash text,
  url text,
  items text,
  disputed text,
  read_at integer NOT NULL,
  PRIMARY KEY(ledger_id, symbol, accession, file)
) WITHOUT ROWID;
CREATE INDEX company_releases_disputed ON company_releases (ledger_id, read_at) WHERE disputed IS NOT NULL;

CREATE TABLE review_decisions (
  id text PRIMARY KEY NOT NULL,
  ledger_id text NOT NULL,
  subject text NOT NULL,
  decision text NOT NULL,
  eps real,
  reason text NOT NULL,
  decided_at integer NOT NULL
);
CREATE INDEX review_decisions_by_time ON review_decisions (decided_at);

CREATE TABLE season_listings (
  ledger_id text NOT NULL,
  exchange text NOT NULL,
  asked_at integer NOT NULL,
  read_at integer,
  companies integer NOT NULL,
  problem text,
  PRIMARY KEY(ledger_id, exchange)
) WITHOUT ROWID;

CREATE TABLE season_counts (
  ledger_id text NOT NULL,
  kind text NOT NULL,
  day text NOT NULL,
  counted_at integer NOT NULL,
  counts text NOT NULL,
  PRIMARY KEY (ledger_id, kind)
) WITHOUT ROWID;

CREATE TABLE interval_widths (
  ledger_id text NOT NULL,
  day text NOT NULL,
  factor real NOT NULL,
  reports integer NOT NULL,
  PRIMARY KEY(ledger_id, day)
) WITHOUT ROWID;

CREATE TABLE missed_locks (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  reason text NOT NULL,
  missed_at integer NOT NULL,
  PRIMARY KEY (ledger_id, symbol, fiscal_quarter_end)
) WITHOUT ROWID;

CREATE TABLE status_hours (
  hour text PRIMARY KEY NOT NULL,
  queue integer NOT NULL,
  objects integer NOT NULL,
  source integer NOT NULL,
  jobs integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE drift_weeks (
  ledger_id text NOT NULL,
  week text NOT NULL,
  first_day text NOT NULL,
  last_day text NOT NULL,
  n integer NOT NULL,
  checks text NOT NULL,
  findings text NOT NULL,
  proposals text NOT NULL,
  has_news integer NOT NULL,
  checked_at integer NOT NULL,
  PRIMARY KEY(ledger_id, week)
) WITHOUT ROWID;

CREATE TABLE checkpoint_receipts (
  ledger_id text NOT NULL,
  witness text NOT NULL,
  size integer NOT NULL,
  kind text NOT NULL,
  digest text NOT NULL,
  detail text,
  witnessed_at integer NOT NULL,
  received_at integer NOT NULL,
  PRIMARY KEY(ledger_id, witness, size)
) WITHOUT ROWID;
CREATE INDEX checkpoint_receipts_by_size ON checkpoint_receipts (ledger_id, size);

CREATE TABLE record_figures (
  scope TEXT NOT NULL,
  kind TEXT NOT NULL,
  stamp TEXT NOT NULL,
  settled INTEGER NOT NULL,
  figures TEXT NOT NULL,
  PRIMARY KEY (scope, kind)
);

CREATE TABLE public_versions (
  ledger_id text PRIMARY KEY NOT NULL,
  version integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE ledger_checks (
  ledger_id text PRIMARY KEY NOT NULL,
  seq integer NOT NULL
);

CREATE TABLE api_keys (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users(id) ON DELETE cascade,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes text NOT NULL,
  created_at integer NOT NULL,
  last_used_at integer,
  revoked_at integer
);
CREATE UNIQUE INDEX api_keys_hash_unique ON api_keys (hash);
CREATE INDEX api_keys_by_user ON api_keys (user_id, created_at);
CREATE INDEX api_keys_by_revocation ON api_keys (revoked_at);
CREATE TABLE oauth_records (
  key text PRIMARY KEY NOT NULL,
  user_id text,
  value text NOT NULL,
  metadata text,
  app text,
  created_at integer NOT NULL,
  last_used_at integer,
  expires_at integer,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX oauth_records_by_user ON oauth_records (user_id);
CREATE INDEX oauth_records_by_expiry ON oauth_records (expires_at);

CREATE TABLE watchlist (
  user_id text NOT NULL REFERENCES users(id) ON DELETE cascade,
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at integer NOT NULL,
  seen_quarter text,
  seen_day text,
  seen_probability real,
  seen_at integer,
  alerted_quarter text,
  alerted_day text,
  alerted_probability real,
  PRIMARY KEY (user_id, ledger_id, symbol)
);
CREATE INDEX watchlist_by_company ON watchlist (ledger_id, symbol, user_id);

CREATE TABLE user_forecasts (
  user_id text NOT NULL REFERENCES users(id) ON DELETE cascade,
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  probability real,
  created_at integer NOT NULL,
  PRIMARY KEY (user_id, ledger_id, symbol, fiscal_quarter_end),
  CONSTRAINT user_forecasts_probability CHECK (probability IS NULL OR (probability >= 0 AND probability <= 1))
);

CREATE TABLE alerts (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users(id) ON DELETE cascade,
  ledger_id text NOT NULL,
  kind text NOT NULL,
  symbol text NOT NULL,
  subject text NOT NULL,
  detail text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  read_at integer
);
CREATE UNIQUE INDEX alerts_once ON alerts (user_id, ledger_id, symbol, kind, subject);
CREATE INDEX alerts_by_user ON alerts (user_id, created_at);
CREATE INDEX alerts_by_time ON alerts (created_at);

CREATE TABLE quiet_hours (
  user_id text PRIMARY KEY NOT NULL REFERENCES users(id) ON DELETE cascade,
  time_zone text NOT NULL,
  starts_at integer,
  ends_at integer
);

CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users(id) ON DELETE cascade,
  url text NOT NULL,
  events text NOT NULL,
  secret text NOT NULL,
  key_id text NOT NULL,
  previous_secret text,
  previous_key_id text,
  previous_until integer,
  created_at integer NOT NULL,
  failing_since integer,
  quiet_until integer,
  paused_at integer
);
CREATE INDEX webhook_endpoints_by_user ON webhook_endpoints (user_id, created_at);

CREATE TABLE webhook_events (
  id text PRIMARY KEY NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX webhook_events_by_time ON webhook_events (created_at);

CREATE TABLE webhook_cursors (
  ledger_id text PRIMARY KEY NOT NULL,
  seq integer NOT NULL
);

CREATE TABLE webhook_forecasts (
  ledger_id text NOT NULL,
  symbol text NOT NULL,
  fiscal_quarter_end text NOT NULL,
  beat_probability real NOT NULL,
  PRIMARY KEY (ledger_id, symbol, fiscal_quarter_end)
);

CREATE TABLE calendar_feeds (
  user_id text PRIMARY KEY NOT NULL REFERENCES users(id) ON DELETE cascade,
  hash text NOT NULL,
  created_at integer NOT NULL
);
CREATE UNIQUE INDEX calendar_feeds_hash_unique ON calendar_feeds (hash);

CREATE TABLE support_requests (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users(id) ON DELETE cascade,
  tier text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  page text,
  prediction_id text,
  asked_at integer NOT NULL,
  answer text,
  answered_at integer
);
CREATE INDEX support_requests_by_user ON support_requests (user_id, asked_at);
CREATE INDEX support_requests_open ON support_requests (asked_at) WHERE answered_at IS NULL;
CREATE INDEX support_requests_by_time ON support_requests (asked_at);
CREATE INDEX support_requests_by_answer ON support_requests (answered_at) WHERE answered_at IS NOT NULL;

CREATE TABLE deliveries (
  id text PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  recipient text NOT NULL,
  user_id text,
  subscriber_id text,
  endpoint_id text,
  subject text NOT NULL,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  batch text,
  created_at integer NOT NULL,
  due_at integer,
  last_at integer,
  status integer,
  milliseconds integer,
  reason text,
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE no action ON DELETE cascade,
  FOREIGN KEY (subscriber_id) REFERENCES newsletter_subscribers(id) ON UPDATE no action ON DELETE cascade,
  FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX deliveries_once ON deliveries (recipient, kind, channel, subject);
CREATE INDEX deliveries_due ON deliveries (channel, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_by_user ON deliveries (user_id, due_at) WHERE user_id IS NOT NULL;
CREATE INDEX deliveries_by_subscriber ON deliveries (subscriber_id) WHERE subscriber_id IS NOT NULL;
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, created_at, id) WHERE endpoint_id IS NOT NULL;
CREATE INDEX deliveries_due_by_endpoint ON deliveries (endpoint_id, due_at) WHERE endpoint_id IS NOT NULL AND due_at IS NOT NULL;
CREATE INDEX deliveries_by_time ON deliveries (created_at);
