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
CREATE TABLE `school` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`location_code` text NOT NULL,
	`name` text NOT NULL,
	`denomination` text,
	`structure` text,
	`street` text,
	`house_number` integer,
	`house_number_suffix` text,
	`postcode` text,
	`town` text,
	`municipality_code` text,
	`website` text,
	`rd_x_m` real,
	`rd_y_m` real,
	`location_quality` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `school_kind_location` ON `school` (`kind`,`location_code`);