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
CREATE TABLE `address` (
	`id` integer PRIMARY KEY NOT NULL,
	`postcode` text,
	`house_number` integer NOT NULL,
	`house_letter` text,
	`addition` text,
	`street_id` integer NOT NULL,
	`town_id` integer NOT NULL,
	`address_id` integer NOT NULL,
	`object_id` integer NOT NULL,
	`object_type` integer NOT NULL,
	`object_status` integer NOT NULL,
	`is_main` integer NOT NULL,
	`floor_area_m2` integer,
	`uses` integer,
	`building_id` integer,
	`rd_x_m` real,
	`rd_y_m` real,
	`latitude` real,
	`longitude` real,
	FOREIGN KEY (`street_id`) REFERENCES `street`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`town_id`) REFERENCES `town`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `address_postcode_number` ON `address` (`postcode`,`house_number`);--> statement-breakpoint
CREATE INDEX `address_street_number` ON `address` (`street_id`,`house_number`);--> statement-breakpoint
CREATE INDEX `address_object` ON `address` (`object_id`);--> statement-breakpoint
CREATE INDEX `address_designation` ON `address` (`address_id`);--> statement-breakpoint
CREATE TABLE `building` (
	`id` integer PRIMARY KEY NOT NULL,
	`year_built` integer,
	`status` integer NOT NULL,
	`units` integer NOT NULL,
	`uses` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `municipality` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`province_code` text,
	FOREIGN KEY (`province_code`) REFERENCES `province`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `place_synonym` (
	`town_id` integer NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `place_synonym_name` ON `place_synonym` (`name`,`town_id`);--> statement-breakpoint
CREATE TABLE `province` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `street` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`short_name` text,
	`town_id` integer NOT NULL,
	`kind` text,
	`in_service` integer NOT NULL,
	FOREIGN KEY (`town_id`) REFERENCES `town`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `street_town` ON `street` (`town_id`);--> statement-breakpoint
CREATE TABLE `town` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`municipality_code` text,
	FOREIGN KEY (`municipality_code`) REFERENCES `municipality`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `unit_building` (
	`object_id` integer NOT NULL,
	`building_id` integer NOT NULL,
	PRIMARY KEY(`object_id`, `building_id`)
);
--> statement-breakpoint
CREATE TABLE `withdrawn_address` (
	`address_id` integer PRIMARY KEY NOT NULL,
	`postcode` text,
	`house_number` integer NOT NULL,
	`house_letter` text,
	`addition` text,
	`street_id` integer NOT NULL,
	`town_id` integer NOT NULL,
	`withdrawn_on` text
);
--> statement-breakpoint
CREATE INDEX `withdrawn_address_postcode_number` ON `withdrawn_address` (`postcode`,`house_number`);--> statement-breakpoint
CREATE INDEX `withdrawn_address_street_number` ON `withdrawn_address` (`street_id`,`house_number`);