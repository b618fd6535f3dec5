-- Each notice has its own attempts: one that a mailbox refuses is tried again and stops no other.
ALTER TABLE `sent_notices` ADD COLUMN `state` text NOT NULL DEFAULT 'sent';
ALTER TABLE `sent_notices` ADD COLUMN `attempts` integer NOT NULL DEFAULT 1;
ALTER TABLE `sent_notices` ADD COLUMN `retry_at` integer;
CREATE INDEX `sent_notices_by_retry` ON `sent_notices` (`retry_at`);
-- A mail that is sent again with the same key stands in the outbox once.
ALTER TABLE `outbox` ADD COLUMN `delivery_key` text;
CREATE UNIQUE INDEX `outbox_by_delivery` ON `outbox` (`delivery_key`);
