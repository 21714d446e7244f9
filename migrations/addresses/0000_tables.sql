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
	`in_service` integer DEFAULT true NOT NULL,
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
CREATE INDEX `withdrawn_address_street_number` ON `withdrawn_address` (`street_id`,`house_number`);--> statement-breakpoint
CREATE VIEW `address_text` AS select printf('%016d', address.address_id) as address_id,
       printf('%016d', address.object_id) as object_id,
       case address.object_type when 1 then 'unit' when 2 then 'berth' when 3 then 'pitch' end as object_type,
       case address.object_status when 1 then 'in use' when 2 then 'in use not surveyed' when 3 then 'under renovation' when 4 then 'not in use' when 5 then 'formed' when 6 then 'designated' when 7 then 'never realised' when 8 then 'withdrawn' when 9 then 'registered in error' end as object_status,
       address.is_main as is_main,
       street.name as street,
       street.short_name as street_short_name,
       address.house_number as house_number,
       address.house_letter as house_letter,
       address.addition as addition,
       address.postcode as postcode,
       town.name as town,
       town.municipality_code as municipality_code,
       municipality.name as municipality,
       province.name as province,
       address.floor_area_m2 as floor_area_m2,
       nullif(rtrim(iif(address.uses & 1, 'residential, ', '') || iif(address.uses & 2, 'assembly, ', '') || iif(address.uses & 4, 'detention, ', '') || iif(address.uses & 8, 'healthcare, ', '') || iif(address.uses & 16, 'industrial, ', '') || iif(address.uses & 32, 'office, ', '') || iif(address.uses & 64, 'lodging, ', '') || iif(address.uses & 128, 'education, ', '') || iif(address.uses & 256, 'sport, ', '') || iif(address.uses & 512, 'retail, ', '') || iif(address.uses & 1024, 'other, ', ''), ', '), '') as uses,
       case when building.id is not null then printf('%016d', building.id) end as building_id,
       building.year_built as year_built,
       case building.status when 1 then 'in use' when 2 then 'in use not surveyed' when 3 then 'under renovation' when 4 then 'demolition permitted' when 5 then 'not in use' when 6 then 'permit granted' when 7 then 'construction started' when 8 then 'never built' when 9 then 'demolished' when 10 then 'registered in error' end as building_status,
       building.units as units_in_building,
       address.rd_x_m as rd_x_m,
       address.rd_y_m as rd_y_m,
       address.latitude as latitude,
       address.longitude as longitude
  from address
  join street on street.id = address.street_id
  join town on town.id = address.town_id
  left join municipality on municipality.code = town.municipality_code
  left join province on province.code = municipality.province_code
  left join building on building.id = address.building_id;--> statement-breakpoint
CREATE VIEW `building_text` AS select printf('%016d', id) as building_id,
       year_built as year_built,
       case status when 1 then 'in use' when 2 then 'in use not surveyed' when 3 then 'under renovation' when 4 then 'demolition permitted' when 5 then 'not in use' when 6 then 'permit granted' when 7 then 'construction started' when 8 then 'never built' when 9 then 'demolished' when 10 then 'registered in error' end as status,
       units as units,
       nullif(rtrim(iif(uses & 1, 'residential, ', '') || iif(uses & 2, 'assembly, ', '') || iif(uses & 4, 'detention, ', '') || iif(uses & 8, 'healthcare, ', '') || iif(uses & 16, 'industrial, ', '') || iif(uses & 32, 'office, ', '') || iif(uses & 64, 'lodging, ', '') || iif(uses & 128, 'education, ', '') || iif(uses & 256, 'sport, ', '') || iif(uses & 512, 'retail, ', '') || iif(uses & 1024, 'other, ', ''), ', '), '') as uses
  from building;--> statement-breakpoint
CREATE VIEW `withdrawn_address_text` AS select printf('%016d', withdrawn_address.address_id) as address_id,
       street.name as street,
       withdrawn_address.house_number as house_number,
       withdrawn_address.house_letter as house_letter,
       withdrawn_address.addition as addition,
       withdrawn_address.postcode as postcode,
       town.name as town,
       withdrawn_address.withdrawn_on as withdrawn_on
  from withdrawn_address
  left join street on street.id = withdrawn_address.street_id
  left join town on town.id = withdrawn_address.town_id;