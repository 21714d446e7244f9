CREATE TABLE `column_profile` (
	`table` text NOT NULL,
	`column` text NOT NULL,
	`rows` integer NOT NULL,
	`null_share` real NOT NULL,
	PRIMARY KEY(`table`, `column`)
);
--> statement-breakpoint
CREATE TABLE `rejection` (
	`source_id` text NOT NULL,
	`reason` text NOT NULL,
	`rows` integer NOT NULL,
	`examples` text NOT NULL,
	PRIMARY KEY(`source_id`, `reason`)
);
--> statement-breakpoint
CREATE TABLE `release` (
	`id` text PRIMARY KEY NOT NULL,
	`group` text NOT NULL,
	`label` text NOT NULL,
	`built_at` text NOT NULL,
	`code_version` text NOT NULL,
	`schema_version` text NOT NULL,
	`fingerprint` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `source` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`publisher` text NOT NULL,
	`licence` text NOT NULL,
	`licence_url` text NOT NULL,
	`attribution` text NOT NULL,
	`url` text NOT NULL,
	`edition` text,
	`data_year` integer,
	`state_date` text,
	`rejected_rows` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `source_file` (
	`id` integer PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`url` text NOT NULL,
	`etag` text,
	`last_modified` text,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`retrieved_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `source_file_source` ON `source_file` (`source_id`);--> statement-breakpoint
CREATE TABLE `accepted_change` (
	`id` integer PRIMARY KEY NOT NULL,
	`check` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `null_share_change` (
	`table` text NOT NULL,
	`column` text NOT NULL,
	`share_before` real NOT NULL,
	`share` real NOT NULL,
	PRIMARY KEY(`table`, `column`)
);
--> statement-breakpoint
CREATE TABLE `source_column` (
	`source_id` text NOT NULL,
	`column` text NOT NULL,
	`is_new` integer NOT NULL,
	PRIMARY KEY(`source_id`, `column`)
);
--> statement-breakpoint
CREATE TABLE `source_note` (
	`source_id` text NOT NULL,
	`text` text NOT NULL,
	`rows` integer NOT NULL,
	PRIMARY KEY(`source_id`, `text`)
);
--> statement-breakpoint
CREATE TABLE `source_rows` (
	`source_id` text PRIMARY KEY NOT NULL,
	`rows_read` integer,
	`rows_read_before` integer
);
--> statement-breakpoint
CREATE TABLE `table_rows` (
	`table` text PRIMARY KEY NOT NULL,
	`rows` integer NOT NULL,
	`rows_before` integer
);
--> statement-breakpoint
CREATE TABLE `defect_catalogue` (
	`code` text NOT NULL,
	`valid_from_yyyymmdd` integer NOT NULL,
	`valid_until_yyyymmdd` integer,
	`paragraph` integer,
	`article` text,
	`text` text NOT NULL,
	PRIMARY KEY(`code`, `valid_from_yyyymmdd`)
);
--> statement-breakpoint
CREATE TABLE `defect_code` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `inspection` (
	`plate` integer NOT NULL,
	`date_yyyymmdd` integer NOT NULL,
	`time_hhmm` integer NOT NULL,
	`authority_id` integer NOT NULL,
	`kind_id` integer NOT NULL,
	`valid_until_yyyymmdd` integer,
	PRIMARY KEY(`plate`, `date_yyyymmdd`, `time_hhmm`, `authority_id`, `kind_id`)
);
--> statement-breakpoint
CREATE TABLE `inspection_authority` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`text` text
);
--> statement-breakpoint
CREATE TABLE `inspection_defect` (
	`plate` integer NOT NULL,
	`date_yyyymmdd` integer NOT NULL,
	`time_hhmm` integer NOT NULL,
	`authority_id` integer NOT NULL,
	`code_id` integer NOT NULL,
	`count` integer,
	PRIMARY KEY(`plate`, `date_yyyymmdd`, `time_hhmm`, `authority_id`, `code_id`)
);
--> statement-breakpoint
CREATE TABLE `inspection_kind` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `inspection_window` (
	`id` integer PRIMARY KEY NOT NULL,
	`oldest_yyyymmdd` integer,
	`newest_yyyymmdd` integer
);
--> statement-breakpoint
CREATE VIEW `inspection_defect_text` AS SELECT substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 60466176) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1679616) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 46656) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1296) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 36) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1) % 36 + 1, 1) AS plate, plate AS plate_number, CASE WHEN date_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', date_yyyymmdd / 10000, date_yyyymmdd / 100 % 100, date_yyyymmdd % 100) END AS date,
    CASE WHEN time_hhmm >= 0 THEN printf('%02d:%02d', time_hhmm / 100, time_hhmm % 100) END AS time, inspection_authority.code AS authority_code, defect_code.text AS code, count,
    (SELECT text FROM defect_catalogue WHERE defect_catalogue.code = defect_code.text
      ORDER BY valid_from_yyyymmdd DESC LIMIT 1) AS defect
  FROM inspection_defect
  LEFT JOIN inspection_authority ON inspection_authority.id = authority_id
  LEFT JOIN defect_code ON defect_code.id = code_id;--> statement-breakpoint
CREATE VIEW `inspection_text` AS SELECT substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 60466176) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1679616) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 46656) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1296) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 36) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1) % 36 + 1, 1) AS plate, plate AS plate_number, CASE WHEN date_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', date_yyyymmdd / 10000, date_yyyymmdd / 100 % 100, date_yyyymmdd % 100) END AS date,
    CASE WHEN time_hhmm >= 0 THEN printf('%02d:%02d', time_hhmm / 100, time_hhmm % 100) END AS time, inspection_authority.code AS authority_code,
    inspection_authority.text AS authority, inspection_kind.text AS kind,
    CASE WHEN valid_until_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', valid_until_yyyymmdd / 10000, valid_until_yyyymmdd / 100 % 100, valid_until_yyyymmdd % 100) END AS valid_until
  FROM inspection
  LEFT JOIN inspection_authority ON inspection_authority.id = authority_id
  LEFT JOIN inspection_kind ON inspection_kind.id = kind_id;