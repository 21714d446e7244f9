import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { GROUPS } from '../../db/groups.ts';
import { dutchDay } from '../calendar.ts';
import type { ApiContext } from '../context.ts';
import { ProblemError } from '../errors.ts';
import { operation } from '../openapi/operation.ts';
import { serviceStatus } from '../reports/status.ts';
import { HealthSchema, ReadinessSchema, StatusSchema } from '../schemas/status.ts';
import { STATUS_EXAMPLE } from '../schemas/status-example.ts';

const NoParameters = Type.Object({}, { additionalProperties: false });

/** Whether the service works, and how old its data are. */
export const serviceRoutes: FastifyPluginAsyncTypebox<ApiContext> = async (app, context) => {
  app.get(
    '/healthz',
    {
      exposeHeadRoute: true,
      schema: operation(
        {
          operationId: 'getHealth',
          tag: 'Service',
          summary: 'Whether the process lives',
          description: 'Says nothing about the data: see `/readyz` and `/v1/status`.',
          example: { status: 'ok' },
          problems: ['invalid_parameter'],
          conditional: false,
        },
        HealthSchema,
        NoParameters,
      ),
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const };
    },
  );

  app.get(
    '/readyz',
    {
      exposeHeadRoute: true,
      schema: operation(
        {
          operationId: 'getReadiness',
          tag: 'Service',
          summary: 'Whether every configured group of data can be answered from',
          description:
            'For load balancers: 200 when requests should be sent here, else 503 naming what is missing.',
          example: { status: 'ready', groups: [...GROUPS] },
          problems: ['invalid_parameter', 'dataset_unavailable'],
          conditional: false,
        },
        ReadinessSchema,
        NoParameters,
      ),
    },
    async (_request, reply) => {
      const groups = [...context.config.readyGroups];
      const { releases } = context.store.current;
      const missing = groups.filter((group) => releases[group] === undefined);
      if (missing.length > 0) {
        throw new ProblemError('dataset_unavailable', {
          detail: `No release is loaded of: ${missing.join(', ')}.`,
          hint: `Load it with: npm run ingest -- ${missing.join(' ')}`,
          members: { datasets: missing },
          headers: { 'retry-after': '60' },
        });
      }
      reply.header('cache-control', 'no-store');
      return { status: 'ready' as const, groups };
    },
  );

  app.get(
    '/v1/status',
    {
      exposeHeadRoute: true,
      schema: operation(
        {
          operationId: 'getStatus',
          tag: 'Service',
          summary: 'Which data are served, and how old they are',
          description:
            'For each group of data: the release that is served, its sources with the day or year they describe, their age, and how the last renewal went.',
          example: STATUS_EXAMPLE,
          problems: ['invalid_parameter'],
          conditional: false,
        },
        StatusSchema,
        NoParameters,
      ),
    },
    async (_request, reply) => {
      const today = dutchDay(context.now());
      const status = await context.store.read((snapshot) =>
        serviceStatus(snapshot, context.config.dataDir, today),
      );
      // Runs begin and end without any release changing.
      reply.header('cache-control', 'public, max-age=10');
      return status;
    },
  );
};
