import type { FastifyReply } from 'fastify';

const WRITERS = ['writeHead', 'write', 'end', 'flushHeaders'] as const;

export interface ReplyGuard {
  /** Lets the reply out. */
  open(): void;
}

const guards = new WeakMap<FastifyReply['raw'], ReplyGuard>();

/**
 * Keeps a reply in until it is opened, whatever a handler does: `hijack` is refused, and bytes that are written past
 * the framework end the connection. The same reply has the same guard.
 */
export function withholdReply(reply: FastifyReply): ReplyGuard {
  const { raw } = reply;
  const known = guards.get(raw);
  if (known !== undefined) return known;
  let isOpen = false;
  for (const name of WRITERS) {
    const write = raw[name] as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]): unknown => {
      if (isOpen) return write.apply(raw, args);
      reply.log.error(
        `${reply.request.routeOptions.url} wrote past its gate (${name}); the connection was closed`,
      );
      raw.destroy();
      return raw;
    };
    Object.defineProperty(raw, name, { value: guarded, configurable: true, writable: true });
  }
  Object.defineProperty(reply, 'hijack', {
    value: () => {
      throw new Error('The reply of a route that is paid for cannot be hijacked.');
    },
  });
  const guard: ReplyGuard = {
    open() {
      isOpen = true;
    },
  };
  guards.set(raw, guard);
  return guard;
}
