CREATE TABLE `street_rank` (
	`rank` integer PRIMARY KEY NOT NULL,
	`street_id` integer NOT NULL,
	`town_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `town_size` (
	`town_id` integer PRIMARY KEY NOT NULL,
	`addresses` integer NOT NULL
);
--> statement-breakpoint
DROP TABLE `street_search`;
--> statement-breakpoint
-- Names of streets and words of the towns they lie in, folded; `rowid` is `street_rank.rank`, so that the first rows
-- of a search are the best ones and it can stop early. `start` has each spelling of the name in one piece, for what
-- begins with the letters that were typed; `town` has one character that stands for the town, see db/street-index.ts.
CREATE VIRTUAL TABLE `street_search` USING fts5(
	`start`,
	`name`,
	`place`,
	`town`,
	content = '',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '1 2 3 4'
);
