CREATE TABLE `payment` (
	`id` integer PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`asset` text NOT NULL,
	`payer` text NOT NULL,
	`nonce` text NOT NULL,
	`endpoint` text NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`maybe_charged` integer NOT NULL,
	`attempt` text NOT NULL,
	`request_hash` text,
	`transaction` text,
	`reason` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`settled_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_authorization` ON `payment` (`network`,`asset`,`payer`,`nonce`);--> statement-breakpoint
CREATE INDEX `payment_created` ON `payment` (`created_at`);--> statement-breakpoint
CREATE INDEX `payment_to_forget` ON `payment` (`settled_at`) WHERE request_hash IS NOT NULL AND settled_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payment_secret` (
	`id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL
);
