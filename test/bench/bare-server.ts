import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * The ceiling that the real routes are compared with: a Fastify process whose one route sends bytes that are
 * already there. Usage: `bare-server.ts <file with the body>`; prints its port.
 */
const body = readFileSync(process.argv[2] ?? '', 'utf8');
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(typeof address === 'object' ? address?.port : address);
