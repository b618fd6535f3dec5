-- The last paid period of a subscription: its count of calls goes on until another one is paid.
ALTER TABLE `subscriptions` ADD COLUMN `counted_from` integer;
ALTER TABLE `subscriptions` ADD COLUMN `paid_from` integer;
ALTER TABLE `subscriptions` ADD COLUMN `paid_until` integer;
ALTER TABLE `subscriptions` ADD COLUMN `paid_invoice_id` text;
ALTER TABLE `subscriptions` ADD COLUMN `paid_plan_id` text;
ALTER TABLE `subscriptions` ADD COLUMN `paid_calls` integer;
