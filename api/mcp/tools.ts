import { Type } from 'typebox';
import { serviceStatus } from '../reports/status.ts';
import { StatusSchema } from '../schemas/status.ts';
import { STATUS_EXAMPLE } from '../schemas/status-example.ts';
import { ADDRESS_TOOLS } from './address-tools.ts';
import { HOME_TOOLS } from './home-tools.ts';
import { defineTool, type Tool } from './tool.ts';
import { VEHICLE_TOOLS } from './vehicle-tools.ts';

const STATUS_TOOL = defineTool({
  name: 'service_status',
  title: 'Which data are loaded, and how old they are',
  path: '/v1/status',
  description:
    'For each group of data: the release that is served, its sources with the day or year they describe, their age, and how the last renewal went. A release labelled sample holds a few places and vehicles only.',
  asksPublishers: false,
  query: Type.Object({}, { additionalProperties: false }),
  answer: StatusSchema,
  exampleAnswer: STATUS_EXAMPLE,
  examples: [{}],
  run: (_query, { context, snapshot, today }) => serviceStatus(snapshot, context.config.dataDir, today),
});

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [...HOME_TOOLS, ...ADDRESS_TOOLS, ...VEHICLE_TOOLS, STATUS_TOOL];
