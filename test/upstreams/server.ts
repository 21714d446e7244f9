import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STAND_INS } from './all.ts';
import { isMisbehaviour, MISBEHAVIOURS } from './misbehaviour.ts';
import { PublisherServer } from './publisher-server.ts';
import type { Misbehaviour, StandIn, StandInRequest } from './stand-in.ts';

/** A question that a stand-in was asked. */
export interface SeenRequest extends StandInRequest {
  readonly id: string;
}

export interface Upstreams {
  /** Where the behaviour of the stand-ins is looked at and changed. */
  readonly url: string;
  /** The settings that lead a service to the stand-ins. */
  readonly env: Readonly<Record<StandIn['setting'], string>>;
  /** What was asked, oldest first; of very many, the last ones. */
  readonly requests: readonly SeenRequest[];
  /** @param misbehaviour undefined to be truthful again */
  misbehave(id: string, misbehaviour: Misbehaviour | undefined): Promise<void>;
  close(): Promise<void>;
}

export interface UpstreamsOptions {
  /** Default: all of them. */
  readonly standIns?: readonly StandIn[];
  /** Of the control path; the stand-ins take the ports after it. Default 0: any that are free. */
  readonly port?: number;
}

/** How many questions are remembered. */
const REMEMBERED = 1000;

/**
 * Starts every stand-in on 127.0.0.1, each on a port of its own below `/<id>`, and the control path:
 * `GET /control` lists them, `PUT /control/<id>/<misbehaviour>` sets one, `DELETE /control/<id>` ends it.
 */
export async function startUpstreams({
  standIns = STAND_INS,
  port = 0,
}: UpstreamsOptions = {}): Promise<Upstreams> {
  const requests: SeenRequest[] = [];
  const servers = new Map(
    standIns.map((standIn, index) => {
      const remember = (request: StandInRequest) => {
        requests.push({ id: standIn.id, ...request });
        if (requests.length > REMEMBERED) requests.shift();
      };
      return [standIn.id, new PublisherServer(standIn, port === 0 ? 0 : port + 1 + index, remember)];
    }),
  );
  const control = createServer((request, response) => {
    answerControl(request, response, servers).catch((error: Error) => say(response, 400, error.message));
  }).listen(port, '127.0.0.1');
  await Promise.all([once(control, 'listening'), ...[...servers.values()].map((server) => server.listen())]);
  return {
    url: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    env: Object.fromEntries(
      [...servers.values()].map(({ standIn, url }) => [standIn.setting, url]),
    ) as Upstreams['env'],
    requests,
    misbehave: async (id, misbehaviour) => serverOf(servers, id).misbehave(misbehaviour),
    async close() {
      control.close();
      control.closeAllConnections();
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

function serverOf(servers: ReadonlyMap<string, PublisherServer>, id: string): PublisherServer {
  const server = servers.get(id);
  if (server !== undefined) return server;
  throw new Error(`"${id}" is not a stand-in. There are: ${[...servers.keys()].join(', ')}.`);
}

async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  servers: ReadonlyMap<string, PublisherServer>,
): Promise<void> {
  request.resume();
  const [root, id, behaviour, more] = (request.url ?? '/').slice(1).split('/');
  if (root !== 'control' || more !== undefined) {
    say(response, 404, 'GET /control, PUT /control/<id>/<misbehaviour> or DELETE /control/<id>.');
    return;
  }
  if (request.method === 'PUT' && id !== undefined && behaviour !== undefined) {
    if (!isMisbehaviour(behaviour)) {
      throw new Error(
        `"${behaviour}" is not a misbehaviour. There are: ${Object.keys(MISBEHAVIOURS).join(', ')}.`,
      );
    }
    await serverOf(servers, id).misbehave(behaviour);
  } else if (request.method === 'DELETE' && id !== undefined && behaviour === undefined) {
    await serverOf(servers, id).misbehave(undefined);
  } else if (request.method !== 'GET' || id !== undefined) {
    say(response, 405, 'GET /control, PUT /control/<id>/<misbehaviour> or DELETE /control/<id>.');
    return;
  }
  const lines = [...servers].map(
    ([name, server]) => `${name} ${server.misbehaviour ?? 'truthful'} ${server.url}`,
  );
  say(response, 200, lines.join('\n'));
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
