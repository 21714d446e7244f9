import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import plugin from 'fastify-plugin';
import { entityTag, tagMatches } from '../free-answer.ts';

/** The page at `/`, where a person types an address or a plate. It is one file, and loads nothing from elsewhere. */
export const pagePlugin = plugin(async (app) => {
  const page = readPage();
  const tag = entityTag([page.html]);
  app.get('/', { exposeHeadRoute: true, schema: { hide: true } }, (request, reply) => {
    reply.headers({
      etag: tag,
      'cache-control': 'public, max-age=300',
      'content-security-policy': page.policy,
      'referrer-policy': 'no-referrer',
    });
    if (tagMatches(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page.html);
  });
});

/** The page with its style and script in it, and a policy under which only these may run. */
function readPage(): { html: string; policy: string } {
  const [frame, style, script] = ['page.html', 'page.css', 'page.js'].map((name) =>
    readFileSync(new URL(`../web/${name}`, import.meta.url), 'utf8'),
  ) as [string, string, string];
  const html = put(
    put(frame, '<link rel="stylesheet" href="page.css">', `<style>${style}</style>`),
    '<script src="page.js"></script>',
    `<script>${script}</script>`,
  );
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}

function put(frame: string, reference: string, content: string): string {
  if (!frame.includes(reference)) throw new Error(`The page has no ${reference}.`);
  // A function: "$" in the content means nothing then.
  return frame.replace(reference, () => content);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
