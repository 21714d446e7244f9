-- Points of the addresses, RD New metres; `id` is `address.id`. Filled after the rows.
CREATE VIRTUAL TABLE `address_location` USING rtree(
	`id`,
	`min_x_m`, `max_x_m`,
	`min_y_m`, `max_y_m`
);
