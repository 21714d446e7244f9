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
CREATE TABLE `liveability_score` (
	`area_code` text NOT NULL,
	`year` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text,
	`score` real NOT NULL,
	`deviation` real NOT NULL,
	`physical_environment` real NOT NULL,
	`nuisance_and_safety` real NOT NULL,
	`social_cohesion` real NOT NULL,
	`amenities` real NOT NULL,
	`housing_stock` real NOT NULL,
	`situation_class` integer NOT NULL,
	`deviation_class` integer NOT NULL,
	`physical_environment_class` integer NOT NULL,
	`nuisance_and_safety_class` integer NOT NULL,
	`social_cohesion_class` integer NOT NULL,
	`amenities_class` integer NOT NULL,
	`housing_stock_class` integer NOT NULL,
	`percentile` integer NOT NULL,
	`physical_environment_percentile` integer NOT NULL,
	`nuisance_and_safety_percentile` integer NOT NULL,
	`social_cohesion_percentile` integer NOT NULL,
	`amenities_percentile` integer NOT NULL,
	`housing_stock_percentile` integer NOT NULL,
	PRIMARY KEY(`area_code`, `year`)
);
--> statement-breakpoint
CREATE TABLE `liveability_year` (
	`year` integer NOT NULL,
	`kind` text NOT NULL,
	`scored_areas` integer NOT NULL,
	PRIMARY KEY(`year`, `kind`)
);
--> statement-breakpoint
CREATE VIEW `liveability_score_text` AS 
  SELECT liveability_score.*,
         CASE situation_class WHEN 1 THEN 'very poor' WHEN 2 THEN 'poor' WHEN 3 THEN 'insufficient' WHEN 4 THEN 'weak' WHEN 5 THEN 'sufficient' WHEN 6 THEN 'more than sufficient' WHEN 7 THEN 'good' WHEN 8 THEN 'very good' WHEN 9 THEN 'excellent' END AS situation
    FROM liveability_score;