-- The size of a company at the lock, and the figures of a record, computed once for each change of it.
ALTER TABLE predictions ADD COLUMN company_size TEXT;
CREATE TABLE record_figures (
  scope TEXT NOT NULL,
  kind TEXT NOT NULL,
  stamp TEXT NOT NULL,
  settled INTEGER NOT NULL,
  figures TEXT NOT NULL,
  PRIMARY KEY (scope, kind)
);
