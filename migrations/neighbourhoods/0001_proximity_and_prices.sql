CREATE TABLE `municipality_period` (
	`code` text NOT NULL,
	`name` text NOT NULL,
	`province_code` text NOT NULL,
	`province_name` text NOT NULL,
	`first_year` integer NOT NULL,
	`last_year` integer,
	`begins_on` text,
	`ends_on` text,
	PRIMARY KEY(`code`, `first_year`)
);
--> statement-breakpoint
CREATE INDEX `municipality_period_province` ON `municipality_period` (`province_code`);--> statement-breakpoint
CREATE TABLE `sale_price` (
	`region_code` text NOT NULL,
	`year` integer NOT NULL,
	`avg_sale_price_eur` integer NOT NULL,
	PRIMARY KEY(`region_code`, `year`)
);
--> statement-breakpoint
CREATE TABLE `proximity` (
	`region_id` integer NOT NULL,
	`edition_year` integer NOT NULL,
	`gp_practice_km` real,
	`pharmacy_km` real,
	`hospital_km` real,
	`supermarket_km` real,
	`daily_groceries_km` real,
	`department_store_km` real,
	`cafe_km` real,
	`restaurant_km` real,
	`daycare_km` real,
	`after_school_care_km` real,
	`primary_school_km` real,
	`secondary_school_km` real,
	`train_station_km` real,
	`main_road_access_km` real,
	`library_km` real,
	`swimming_pool_km` real,
	`cinema_km` real,
	`fire_station_km` real,
	PRIMARY KEY(`region_id`, `edition_year`),
	FOREIGN KEY (`region_id`) REFERENCES `region`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `proximity_edition` (
	`amenity` text NOT NULL,
	`edition_year` integer NOT NULL,
	`filled_share` real NOT NULL,
	`filled` integer NOT NULL,
	PRIMARY KEY(`amenity`, `edition_year`)
);
--> statement-breakpoint
CREATE VIEW `municipality_sale_price` AS 
  SELECT sale_price.region_code AS code, period.name, period.province_name, sale_price.year,
         sale_price.avg_sale_price_eur
    FROM sale_price
    LEFT JOIN municipality_period AS period
      ON period.code = sale_price.region_code
     AND period.first_year = (SELECT max(newest.first_year) FROM municipality_period AS newest
                               WHERE newest.code = sale_price.region_code);--> statement-breakpoint
CREATE VIEW `region_proximity` AS 
  SELECT region.code, region.kind, region.name, region.municipality_code, proximity.*
    FROM proximity JOIN region ON region.id = proximity.region_id;