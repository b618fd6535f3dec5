CREATE TABLE `customers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`email` text,
	`created_at` integer NOT NULL,
	`sync_started` integer DEFAULT 0 NOT NULL,
	`sync_written` integer DEFAULT 0 NOT NULL,
	`synced_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `customers_by_user` ON `customers` (`user_id`);
CREATE INDEX `customers_by_sync` ON `customers` (`synced_at`);
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`plan_id` text,
	`price_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`ends_at` integer,
	`ended_at` integer,
	`kept_plan_id` text,
	`kept_until` integer,
	`card_brand` text,
	`card_last4` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `subscriptions_by_customer` ON `subscriptions` (`customer_id`);
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `payments_by_customer` ON `payments` (`customer_id`);
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`status` text NOT NULL,
	`told_at` integer NOT NULL
);

CREATE INDEX `disputes_by_payment` ON `disputes` (`payment_id`);
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);

CREATE INDEX `payment_events_by_time` ON `payment_events` (`received_at`);
CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`user_id` text,
	`secret_hash` text,
	`customer_id` text,
	`email` text,
	`payer_name` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`set_up_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `checkouts_by_secret` ON `checkouts` (`secret_hash`);
CREATE INDEX `checkouts_by_time` ON `checkouts` (`created_at`);
CREATE TABLE `payment_operations` (
	`owner` text NOT NULL,
	`operation` text NOT NULL,
	`parameters` text NOT NULL,
	`key` text NOT NULL,
	`begun_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `operation`)
);

CREATE TABLE `sandbox_documents` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`body` text NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);

CREATE INDEX `sandbox_documents_by_customer` ON `sandbox_documents` (`kind`,`customer_id`);
