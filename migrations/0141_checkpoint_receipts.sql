-- What outsiders gave for the ledger's checkpoints. The bytes lie in the store of files under their hash.
CREATE TABLE `checkpoint_receipts` (
	`ledger_id` text NOT NULL,
	`witness` text NOT NULL,
	`size` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`digest` text NOT NULL,
	`detail` text,
	`witnessed_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `witness`, `size`)
) WITHOUT ROWID;
CREATE INDEX `checkpoint_receipts_by_size` ON `checkpoint_receipts` (`ledger_id`, `size`);
CREATE INDEX `checkpoint_receipts_by_state` ON `checkpoint_receipts` (`ledger_id`, `state`, `size`);
