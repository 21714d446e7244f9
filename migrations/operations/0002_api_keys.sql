CREATE TABLE `api_key` (
	`id` integer PRIMARY KEY NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`plan` text NOT NULL,
	`label` text NOT NULL,
	`created_at` text NOT NULL,
	`rotated_at` text,
	`expires_at` text,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_prefix_unique` ON `api_key` (`prefix`);--> statement-breakpoint
CREATE TABLE `api_reservation` (
	`id` integer PRIMARY KEY NOT NULL,
	`key_id` integer NOT NULL,
	`units` integer NOT NULL,
	`held_until` text NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `api_key`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `api_reservation_key` ON `api_reservation` (`key_id`);--> statement-breakpoint
CREATE TABLE `api_usage` (
	`key_id` integer NOT NULL,
	`period` text NOT NULL,
	`calls` integer NOT NULL,
	PRIMARY KEY(`key_id`, `period`),
	FOREIGN KEY (`key_id`) REFERENCES `api_key`(`id`) ON UPDATE no action ON DELETE no action
);
