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
CREATE TABLE `key_figures` (
	`region_id` integer NOT NULL,
	`edition_year` integer NOT NULL,
	`borders_moved` integer NOT NULL,
	`residents` integer,
	`men` integer,
	`women` integer,
	`age_0_to_14` integer,
	`age_15_to_24` integer,
	`age_25_to_44` integer,
	`age_45_to_64` integer,
	`age_65_plus` integer,
	`households` integer,
	`households_one_person` integer,
	`households_without_children` integer,
	`households_with_children` integer,
	`avg_household_size` real,
	`residents_per_km2` integer,
	`urbanity_class` integer,
	`addresses_per_km2` integer,
	`dwellings` integer,
	`avg_home_value_eur` integer,
	`single_family_pct` real,
	`multi_family_pct` real,
	`vacant_pct` real,
	`owner_occupied_pct` real,
	`rental_pct` real,
	`housing_corporation_pct` real,
	`other_rental_pct` real,
	`built_before_2000_pct` real,
	`built_from_2000_pct` real,
	`built_over_10_years_ago_pct` real,
	`built_last_10_years_pct` real,
	`avg_electricity_kwh` integer,
	`avg_gas_m3` integer,
	`district_heating_pct` real,
	`income_recipients` integer,
	`avg_income_per_resident_eur` integer,
	`avg_income_per_recipient_eur` integer,
	`avg_standardised_household_income_eur` integer,
	`households_lowest_40pct` real,
	`households_highest_20pct` real,
	`low_income_households_pct` real,
	`persons_in_poverty_pct` real,
	`median_household_wealth_eur` integer,
	`distance_gp_practice_km` real,
	`distance_supermarket_km` real,
	`distance_daycare_km` real,
	`distance_primary_school_km` real,
	PRIMARY KEY(`region_id`, `edition_year`),
	FOREIGN KEY (`region_id`) REFERENCES `region`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `postcode_number` (
	`key` integer PRIMARY KEY NOT NULL,
	`region_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `region` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`name` text,
	`first_year` integer NOT NULL,
	`last_year` integer NOT NULL,
	`district_code` text,
	`municipality_code` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `region_code_year` ON `region` (`code`,`last_year`);--> statement-breakpoint
CREATE INDEX `region_municipality` ON `region` (`municipality_code`);--> statement-breakpoint
CREATE TABLE `topic_edition` (
	`topic` text NOT NULL,
	`edition_year` integer NOT NULL,
	`filled_share` real NOT NULL,
	`filled` integer NOT NULL,
	PRIMARY KEY(`topic`, `edition_year`)
);
--> statement-breakpoint
CREATE VIEW `postcode_neighbourhood` AS 
  SELECT postcode_number.key,
         printf('%04d', key / 67600000) || char(65 + key / 100000 % 676 / 26, 65 + key / 100000 % 26) AS postcode,
         key % 100000 AS house_number,
         region.code AS neighbourhood_code,
         region.name AS neighbourhood_name,
         region.district_code,
         region.municipality_code
    FROM postcode_number JOIN region ON region.id = postcode_number.region_id;--> statement-breakpoint
CREATE VIEW `region_figures` AS 
  SELECT region.code, region.kind, region.name, region.municipality_code, key_figures.*
    FROM key_figures JOIN region ON region.id = key_figures.region_id;