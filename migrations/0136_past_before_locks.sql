-- When a source said that it will not give a range of past reports: nothing waits for it any more.
ALTER TABLE `season_ranges` ADD `refused_at` integer;
-- Reports that were out before they were locked, and why; also those that were never scored.
CREATE TABLE `missed_locks` (
  `ledger_id` text NOT NULL,
  `symbol` text NOT NULL,
  `fiscal_quarter_end` text NOT NULL,
  `reason` text NOT NULL,
  `missed_at` integer NOT NULL,
  PRIMARY KEY (`ledger_id`, `symbol`, `fiscal_quarter_end`)
) WITHOUT ROWID;
INSERT INTO `missed_locks` (`ledger_id`, `symbol`, `fiscal_quarter_end`, `reason`, `missed_at`)
  SELECT `ledger_id`, `symbol`, `fiscal_quarter_end`, 'no_round', `missed_at` FROM `slate`
  WHERE `missed_at` IS NOT NULL AND `ledger_seq` IS NULL;
