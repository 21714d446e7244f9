-- Points of the monuments, RD New metres; `id` is `monument.number`. Filled after the rows.
CREATE VIRTUAL TABLE `monument_location` USING rtree(
	`id`,
	`min_x_m`, `max_x_m`,
	`min_y_m`, `max_y_m`
);
--> statement-breakpoint
-- Boxes around the outlines of protected areas, RD New metres; `id` is `protected_area_outline.id`.
CREATE VIRTUAL TABLE `protected_area_outline_box` USING rtree(
	`id`,
	`min_x_m`, `max_x_m`,
	`min_y_m`, `max_y_m`
);
