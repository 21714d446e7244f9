CREATE TABLE `ingest_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`group` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text,
	`outcome` text NOT NULL,
	`release` text,
	`error_code` text,
	`error` text,
	`report` text
);
--> statement-breakpoint
CREATE INDEX `ingest_run_group` ON `ingest_run` (`group`,`started_at`);--> statement-breakpoint
CREATE TABLE `planned_run` (
	`group` text PRIMARY KEY NOT NULL,
	`due_at` text NOT NULL,
	`reason` text NOT NULL,
	`recorded_at` text NOT NULL
);
