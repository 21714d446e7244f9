-- Every spelling under which a street is found, by town; see db/street-index.ts. Without a rowid, so that the table is
-- its own index.
CREATE TABLE `street_key` (
	`key` text NOT NULL,
	`town_id` integer NOT NULL,
	`street_id` integer NOT NULL,
	PRIMARY KEY(`key`, `town_id`, `street_id`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Words of streets and of the places they lie in, folded; `rowid` is `street.id`. Streets in service only.
-- Join it with `street` to see the names.
CREATE VIRTUAL TABLE `street_search` USING fts5(
	`name`,
	`place`,
	content = '',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3 4'
);
--> statement-breakpoint
-- Three-letter pieces of street names, folded and without blanks, for names with a typing error; `rowid` is `street.id`.
-- Streets in service only.
CREATE VIRTUAL TABLE `street_trigram` USING fts5(
	`name`,
	content = '',
	columnsize = 0,
	detail = none,
	tokenize = 'trigram'
);
--> statement-breakpoint
-- How many streets have a piece: a search looks at the rare ones, which tell names apart.
CREATE TABLE `street_trigram_count` (
	`trigram` text PRIMARY KEY NOT NULL,
	`streets` integer NOT NULL
) WITHOUT ROWID;
