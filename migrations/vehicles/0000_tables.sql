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
CREATE TABLE `emission_level` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fuel_kind` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hybrid_class` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `odometer_explanation` (
	`code` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `odometer_verdict` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recall_hazard` (
	`reference` text NOT NULL,
	`code` text NOT NULL,
	`text` text,
	PRIMARY KEY(`reference`, `code`)
);
--> statement-breakpoint
CREATE TABLE `recall_notice` (
	`reference` text PRIMARY KEY NOT NULL,
	`published_yyyymmdd` integer,
	`announced_yyyymmdd` integer,
	`reported_yyyymmdd` integer,
	`owners_informed_yyyymmdd` integer,
	`producer` text,
	`producer_reference` text,
	`category` text,
	`description` text,
	`consequences` text,
	`remedy` text,
	`remarks` text,
	`risk_code` text,
	`url` text,
	`phone` text,
	`vehicles_total` integer,
	`vehicles_netherlands` integer
);
--> statement-breakpoint
CREATE TABLE `recall_status` (
	`plate` integer NOT NULL,
	`reference` text NOT NULL,
	`status_code` text NOT NULL,
	PRIMARY KEY(`plate`, `reference`, `status_code`)
);
--> statement-breakpoint
CREATE TABLE `vehicle` (
	`plate` integer PRIMARY KEY NOT NULL,
	`kind_id` integer,
	`make_id` integer,
	`model_id` integer,
	`body_id` integer,
	`primary_colour_id` integer,
	`secondary_colour_id` integer,
	`first_admission_yyyymmdd` integer,
	`first_dutch_registration_yyyymmdd` integer,
	`holder_since_yyyymmdd` integer,
	`inspection_expiry_yyyymmdd` integer,
	`tachograph_expiry_yyyymmdd` integer,
	`insured` integer,
	`insurance_not_applicable` integer,
	`exported` integer,
	`open_recall_indicated` integer,
	`taxi` integer,
	`transfer_possible` integer,
	`odometer_verdict_id` integer,
	`odometer_code` text,
	`odometer_last_year` integer,
	`seats` integer,
	`doors` integer,
	`wheels` integer,
	`cylinders` integer,
	`engine_cm3` integer,
	`mass_empty_kg` integer,
	`mass_running_kg` integer,
	`mass_max_kg` integer,
	`mass_technical_max_kg` integer,
	`mass_combination_max_kg` integer,
	`payload_kg` integer,
	`tow_unbraked_kg` integer,
	`tow_braked_kg` integer,
	`length_cm` integer,
	`width_cm` integer,
	`height_cm` integer,
	`wheelbase_cm` integer,
	`top_speed_kmh` integer,
	`catalogue_price_eur` integer,
	`gross_bpm_eur` integer,
	`eu_category` text,
	`efficiency_class` text,
	`type_id` integer,
	`type_approval_id` integer,
	`variant` text,
	`version` text
);
--> statement-breakpoint
CREATE TABLE `vehicle_body` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_colour` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_fuel` (
	`id` integer PRIMARY KEY NOT NULL,
	`plate` integer GENERATED ALWAYS AS (("id" >> 4)) VIRTUAL,
	`sequence` integer GENERATED ALWAYS AS (("id" & 15)) VIRTUAL,
	`fuel_kind_id` integer,
	`emission_level_id` integer,
	`hybrid_class_id` integer,
	`emission_code` text,
	`consumption_nedc_l_per_100km` real,
	`consumption_wltp_l_per_100km` real,
	`co2_nedc_g_per_km` real,
	`co2_nedc_weighted_g_per_km` real,
	`co2_wltp_g_per_km` real,
	`co2_wltp_weighted_g_per_km` real,
	`net_power_kw` real,
	`continuous_power_kw` real,
	`electric_power_kw` real,
	`range_electric_wltp_km` real,
	`range_charged_wltp_km` real,
	`range_other_km` real
);
--> statement-breakpoint
CREATE TABLE `vehicle_kind` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_make` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_model` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_type_approval` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE VIEW `vehicle_fuel_text` AS SELECT substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 60466176) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1679616) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 46656) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1296) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 36) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (plate / 1) % 36 + 1, 1) AS plate, plate AS plate_number, sequence, fuel_kind.text AS fuel,
    emission_level.text AS emission_level, hybrid_class.text AS hybrid_class,
    co2_nedc_g_per_km, co2_wltp_g_per_km, net_power_kw, electric_power_kw
  FROM vehicle_fuel
  LEFT JOIN fuel_kind ON fuel_kind.id = fuel_kind_id
  LEFT JOIN emission_level ON emission_level.id = emission_level_id
  LEFT JOIN hybrid_class ON hybrid_class.id = hybrid_class_id;--> statement-breakpoint
CREATE VIEW `vehicle_text` AS SELECT substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (vehicle.plate / 60466176) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (vehicle.plate / 1679616) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (vehicle.plate / 46656) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (vehicle.plate / 1296) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (vehicle.plate / 36) % 36 + 1, 1) || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (vehicle.plate / 1) % 36 + 1, 1) AS plate, vehicle.plate AS plate_number,
    vehicle_kind.text AS kind, vehicle_make.text AS make, vehicle_model.text AS model, vehicle_body.text AS body,
    colour_1.text AS primary_colour, colour_2.text AS secondary_colour,
    CASE WHEN first_admission_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', first_admission_yyyymmdd / 10000, first_admission_yyyymmdd / 100 % 100, first_admission_yyyymmdd % 100) END AS first_admission,
    CASE WHEN first_dutch_registration_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', first_dutch_registration_yyyymmdd / 10000, first_dutch_registration_yyyymmdd / 100 % 100, first_dutch_registration_yyyymmdd % 100) END AS first_dutch_registration,
    CASE WHEN holder_since_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', holder_since_yyyymmdd / 10000, holder_since_yyyymmdd / 100 % 100, holder_since_yyyymmdd % 100) END AS holder_since,
    CASE WHEN inspection_expiry_yyyymmdd IS NOT NULL THEN printf('%d-%02d-%02d', inspection_expiry_yyyymmdd / 10000, inspection_expiry_yyyymmdd / 100 % 100, inspection_expiry_yyyymmdd % 100) END AS inspection_expiry,
    odometer_verdict.text AS odometer_verdict,
    insured, exported, open_recall_indicated, taxi, mass_empty_kg, catalogue_price_eur, eu_category,
    vehicle_type_approval.text AS type_approval
  FROM vehicle
  LEFT JOIN vehicle_kind ON vehicle_kind.id = kind_id
  LEFT JOIN vehicle_make ON vehicle_make.id = make_id
  LEFT JOIN vehicle_model ON vehicle_model.id = model_id
  LEFT JOIN vehicle_body ON vehicle_body.id = body_id
  LEFT JOIN vehicle_colour AS colour_1 ON colour_1.id = primary_colour_id
  LEFT JOIN vehicle_colour AS colour_2 ON colour_2.id = secondary_colour_id
  LEFT JOIN odometer_verdict ON odometer_verdict.id = odometer_verdict_id
  LEFT JOIN vehicle_type_approval ON vehicle_type_approval.id = type_approval_id;