import { Command, InvalidArgumentError } from 'commander';
import { isMisbehaviour, MISBEHAVIOURS } from './misbehaviour.ts';
import { startUpstreams, type Upstreams } from './server.ts';
import type { Misbehaviour } from './stand-in.ts';

interface Wish {
  readonly id: string;
  readonly misbehaviour: Misbehaviour;
}

const behaviours = Object.entries(MISBEHAVIOURS).map(([name, what]) => `  ${name.padEnd(13)} ${what}`);

/** `npm run upstreams`: the publishers, stood in for by small data, for tries without a network. */
const command = new Command('npm run upstreams --')
  .description(
    'Starts stand-ins of the publishers that are asked live. They know the addresses of the sample.',
  )
  .option('--port <port>', 'port of the control path; the stand-ins take those after it', readPort, 4100)
  .option('--misbehave <id=misbehaviour>', 'what one does instead of answering; may be repeated', readWish)
  .addHelpText(
    'after',
    `\nMisbehaviours:\n${behaviours.join('\n')}\n\nWhile it runs: GET /control, PUT /control/<id>/<misbehaviour>, DELETE /control/<id>`,
  )
  .action(run);

async function run({ port, misbehave = [] }: { port: number; misbehave?: readonly Wish[] }): Promise<void> {
  const upstreams = await startUpstreams({ port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return command.error(`A port from ${port} on is taken. Choose another: npm run upstreams -- --port 5100`);
  });
  try {
    for (const { id, misbehaviour } of misbehave) await upstreams.misbehave(id, misbehaviour);
  } catch (error) {
    await upstreams.close();
    command.error((error as Error).message);
  }
  process.stdout.write(greeting(upstreams));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => upstreams.close());
}

function greeting({ url, env }: Upstreams): string {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value} \\\n`);
  return (
    `Start the service with:\n\n${settings.join('')}npm start\n\n` +
    `Let one misbehave, and answer again:\n\n` +
    `curl -X PUT ${url}/control/<id>/stall\ncurl -X DELETE ${url}/control/<id>\ncurl ${url}/control\n\n`
  );
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_000) return port;
  throw new InvalidArgumentError('A port is a number from 1 to 64999.');
}

function readWish(text: string, wishes: readonly Wish[] = []): readonly Wish[] {
  const [id = '', misbehaviour = ''] = text.split('=');
  if (isMisbehaviour(misbehaviour)) return [...wishes, { id, misbehaviour }];
  throw new InvalidArgumentError(
    `Write <id>=<misbehaviour>, with one of: ${Object.keys(MISBEHAVIOURS).join(', ')}.`,
  );
}

await command.parseAsync();
