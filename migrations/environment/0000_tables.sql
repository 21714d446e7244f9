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
CREATE TABLE `raster_layer` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`source_id` text NOT NULL,
	`name` text NOT NULL,
	`product` text NOT NULL,
	`data_year` integer NOT NULL,
	`unit` text NOT NULL,
	`encoding` text NOT NULL,
	`scale` real NOT NULL,
	`no_data` integer NOT NULL,
	`west_rd_x_m` real NOT NULL,
	`north_rd_y_m` real NOT NULL,
	`cell_size_m` real NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`value_cells` integer NOT NULL,
	`zero_cells` integer NOT NULL,
	`no_data_cells` integer NOT NULL,
	`lowest_value` real,
	`highest_value` real
);
--> statement-breakpoint
CREATE UNIQUE INDEX `raster_layer_key_unique` ON `raster_layer` (`key`);--> statement-breakpoint
CREATE TABLE `raster_tile` (
	`id` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
