import swaggerUi from '@fastify/swagger-ui';
import plugin from 'fastify-plugin';
import type { ApiContext } from '../context.ts';

/** The interactive reference at `/docs`. All of it comes from this process: it works without any other network. */
export const docsPlugin = plugin<ApiContext>(async (app, { config }) => {
  const publicOrigin = new URL(config.publicBaseUrl).origin;
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: {
      title: 'Dutch address and vehicle facts: reference',
      // The bar on top shows the page's own vendor, and a field that would load another document.
      css: [{ filename: 'reference.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: true, validatorUrl: null },
    staticCSP: [
      "default-src 'self'",
      "img-src 'self' data:",
      "style-src 'self' 'unsafe-inline'",
      // "Try it out" calls the public address, which behind a proxy is not the page's own.
      `connect-src 'self' ${publicOrigin}`,
      "frame-ancestors 'none'",
    ].join('; '),
  });
});
