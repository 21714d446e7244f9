-- Boxes around the outlines, RD New metres; `id` is `region_area.id`. Rounded outwards by the R*Tree: a point in a box
-- may still lie outside the outline.
CREATE VIRTUAL TABLE `region_area_box` USING rtree(
	`id`,
	`min_x_m`, `max_x_m`,
	`min_y_m`, `max_y_m`
);
