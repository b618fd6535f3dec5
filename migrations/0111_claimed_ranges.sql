-- A range of the calendar that a job is about to read, until then; null where none is. Older code reads past it.
ALTER TABLE `season_ranges` ADD `claimed_until` integer;
