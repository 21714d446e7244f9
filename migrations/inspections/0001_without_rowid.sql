-- The two large tables again, WITHOUT ROWID: as ordinary tables each would hold its key a second time, in an index.
DROP TABLE `inspection`;
--> statement-breakpoint
DROP TABLE `inspection_defect`;
--> statement-breakpoint
CREATE TABLE `inspection` (
	`plate` integer NOT NULL,
	`date_yyyymmdd` integer NOT NULL,
	`time_hhmm` integer NOT NULL,
	`authority_id` integer NOT NULL,
	`kind_id` integer NOT NULL,
	`valid_until_yyyymmdd` integer,
	PRIMARY KEY(`plate`, `date_yyyymmdd`, `time_hhmm`, `authority_id`, `kind_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `inspection_defect` (
	`plate` integer NOT NULL,
	`date_yyyymmdd` integer NOT NULL,
	`time_hhmm` integer NOT NULL,
	`authority_id` integer NOT NULL,
	`code_id` integer NOT NULL,
	`count` integer,
	PRIMARY KEY(`plate`, `date_yyyymmdd`, `time_hhmm`, `authority_id`, `code_id`)
) WITHOUT ROWID;
