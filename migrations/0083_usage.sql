-- How often screens and features were used on a day, in sums that name nobody.
CREATE TABLE `usage_counts` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`used` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY (`day`, `kind`, `used`)
);
