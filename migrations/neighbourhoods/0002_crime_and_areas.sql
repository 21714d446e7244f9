CREATE TABLE `region_area` (
	`id` integer PRIMARY KEY NOT NULL,
	`region_id` integer NOT NULL,
	`edition_year` integer NOT NULL,
	`residents` integer,
	`rings` blob NOT NULL,
	FOREIGN KEY (`region_id`) REFERENCES `region`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `region_area_region` ON `region_area` (`region_id`);--> statement-breakpoint
CREATE TABLE `crime_year` (
	`year` integer PRIMARY KEY NOT NULL,
	`division_year` integer NOT NULL,
	`provisional` integer NOT NULL,
	`filled_share` real NOT NULL,
	`filled` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `offence` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`title` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offence_code` ON `offence` (`code`);--> statement-breakpoint
CREATE TABLE `registered_crime` (
	`region_id` integer NOT NULL,
	`year` integer NOT NULL,
	`offence_id` integer NOT NULL,
	`crimes` integer,
	PRIMARY KEY(`region_id`, `year`, `offence_id`),
	FOREIGN KEY (`region_id`) REFERENCES `region`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offence_id`) REFERENCES `offence`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE VIEW `crime_rate` AS 
  SELECT region.code, region.kind, region.name, region.municipality_code, registered_crime.year,
         offence.code AS offence_code, offence.title AS offence_title, crimes, residents,
         CASE WHEN residents >= 50 AND region.code NOT GLOB '*999[78]' THEN crimes * 1000.0 / residents END
           AS per_1000_residents
    FROM registered_crime
    JOIN region ON region.id = registered_crime.region_id
    JOIN offence ON offence.id = registered_crime.offence_id
    JOIN crime_year ON crime_year.year = registered_crime.year
    LEFT JOIN key_figures
      ON key_figures.region_id = region.id
     AND key_figures.edition_year =
         CASE region.kind WHEN 'country' THEN registered_crime.year ELSE crime_year.division_year END;