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
CREATE TABLE `monument` (
	`number` integer PRIMARY KEY NOT NULL,
	`rd_x_m` real NOT NULL,
	`rd_y_m` real NOT NULL,
	`listed_since` text,
	`nature` text NOT NULL,
	`main_category` text,
	`subcategory` text,
	`location_quality` text,
	`complex_number` integer,
	`register_url` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `monument_building` (
	`monument_number` integer NOT NULL,
	`building_id` integer NOT NULL,
	PRIMARY KEY(`monument_number`, `building_id`),
	FOREIGN KEY (`monument_number`) REFERENCES `monument`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `monument_building_building` ON `monument_building` (`building_id`);--> statement-breakpoint
CREATE TABLE `monument_object` (
	`monument_number` integer NOT NULL,
	`object_id` integer NOT NULL,
	PRIMARY KEY(`monument_number`, `object_id`),
	FOREIGN KEY (`monument_number`) REFERENCES `monument`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `monument_object_object` ON `monument_object` (`object_id`);--> statement-breakpoint
CREATE TABLE `protected_area` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`number` integer,
	`name` text,
	`designated_on` text,
	`register_url` text
);
--> statement-breakpoint
CREATE TABLE `protected_area_outline` (
	`id` integer PRIMARY KEY NOT NULL,
	`area_id` integer NOT NULL,
	`rings` blob NOT NULL,
	FOREIGN KEY (`area_id`) REFERENCES `protected_area`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `protected_area_outline_area` ON `protected_area_outline` (`area_id`);