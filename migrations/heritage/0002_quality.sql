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
