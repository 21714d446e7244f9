-- Points of the located schools, RD New metres; `id` is `school.id`. Filled after the rows.
CREATE VIRTUAL TABLE `school_location` USING rtree(
	`id`,
	`min_x_m`, `max_x_m`,
	`min_y_m`, `max_y_m`
);
