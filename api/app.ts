import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { Agent } from 'undici';
import type { PaymentLedger } from '../db/payments.ts';
import type { Store } from '../db/store.ts';
import { userAgent } from '../db/user-agent.ts';
import type { Config } from './config.ts';
import type { ApiContext } from './context.ts';
import { createLiveClients } from './live/clients.ts';
import { mcpPlugin } from './mcp/plugin.ts';
import { ServiceMetrics } from './metrics.ts';
import { type ApiKeys, type KeyAccounts, NO_ACCOUNTS, NO_KEYS } from './payment/api-keys.ts';
import { gatePlugin, openPaymentDesk } from './payment/gate.ts';
import { acceptPlugin, requireJsonAccepted } from './plugins/accept.ts';
import { answerClientError } from './plugins/client-errors.ts';
import { compressPlugin } from './plugins/compress.ts';
import { corsPlugin } from './plugins/cors.ts';
import { docsPlugin } from './plugins/docs.ts';
import { limitsPlugin } from './plugins/limits.ts';
import { metricsPlugin } from './plugins/metrics.ts';
import { openapiPlugin } from './plugins/openapi.ts';
import { pagePlugin } from './plugins/page.ts';
import { problemOf, problemsPlugin, sendProblem } from './plugins/problems.ts';
import { rateLimitPlugin } from './plugins/rate-limit.ts';
import { requestLogPlugin } from './plugins/request-log.ts';
import { validatorCompiler } from './query-parameters.ts';
import { accountRoutes } from './routes/account.ts';
import { addressRoutes } from './routes/address.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { energyLabelRoutes } from './routes/energy-label.ts';
import { homeRoutes } from './routes/home.ts';
import { previewRoutes } from './routes/previews.ts';
import { serviceRoutes } from './routes/service.ts';
import { vehicleRoutes } from './routes/vehicle.ts';
import { VERSION } from './version.ts';

export interface AppOptions {
  config: Config;
  store: Store;
  /** The record of payments; needed when the settings say that payments are taken. */
  payments?: PaymentLedger;
  /** Who may call paid paths by a key. Default: nobody. */
  keys?: ApiKeys;
  /** Whose keys these are. Default: nobody's. */
  accounts?: KeyAccounts;
  /** The current instant; a fixed one in tests. */
  now?: () => Date;
}

/** Longest body that is read; no path takes one yet. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** Longest time to reach a publisher. */
const CONNECT_TIMEOUT_MS = 2000;

/** The whole HTTP side, apart from the process that listens. What is registered, in order: */
export function buildApp({
  config,
  store,
  payments,
  keys = NO_KEYS,
  accounts = NO_ACCOUNTS,
  now = () => new Date(),
}: AppOptions): FastifyInstance {
  const metrics = new ServiceMetrics(store, now);
  const dispatcher = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } });
  const live =
    config.live.LIVE === 'off'
      ? undefined
      : createLiveClients(config, {
          now,
          dispatcher,
          metrics,
          userAgent: userAgent(VERSION, config.operatorContact),
          log: { warn: (details, message) => app.log.warn(details, message) },
        });
  const context: ApiContext = { config, store, now, live, metrics };

  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    // Fastify's own lines hold the query and the caller's address; see plugins/request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    requestTimeout: 15_000,
    // Longer than proxies keep an idle connection, so that they close it and not we, under a request.
    keepAliveTimeout: 72_000,
    // Requests that arrive while the process ends are answered, on connections that are closed after it.
    return503OnClosing: false,
    // A path that is paid for must not be answered to HEAD: free routes ask for it one by one.
    exposeHeadRoutes: false,
    // Paths are matched as they are written: no second spelling of a path gets past what guards the first.
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 100,
    },
    frameworkErrors: (error, request, reply) =>
      sendProblem(context, problemOf(error, request), request, reply),
    clientErrorHandler: answerClientError(config.publicBaseUrl),
  }).withTypeProvider<TypeBoxTypeProvider>();

  const onError = (err: unknown, what: string) => app.log.error({ err }, what);
  const desk = openPaymentDesk(config.payment, payments, { now, onError });

  app.setValidatorCompiler(validatorCompiler);
  // Every answer was sent by now: what is still asked, nobody waits for.
  app.addHook('onClose', () => dispatcher.destroy());

  app.register(requestLogPlugin);
  app.register(metricsPlugin, context);
  app.register(limitsPlugin);
  app.register(problemsPlugin, context);
  app.register(corsPlugin);
  app.register(rateLimitPlugin, { limits: config.rateLimits, accounts });
  app.register(compressPlugin);
  app.register(acceptPlugin);
  app.register(openapiPlugin, context);
  app.register(docsPlugin, context);
  app.register(pagePlugin);
  app.register(gatePlugin, { context, keys, desk });

  app.register(discoveryRoutes, context);
  app.register(mcpPlugin, { context, keys, desk });

  app.register(async (routes) => {
    routes.addHook('onRequest', requireJsonAccepted);
    routes.register(serviceRoutes, context);
    routes.register(homeRoutes, context);
    routes.register(addressRoutes, context);
    routes.register(energyLabelRoutes, context);
    routes.register(vehicleRoutes, context);
    routes.register(accountRoutes, { accounts });
    routes.register(previewRoutes, context);
  });

  return app;
}
