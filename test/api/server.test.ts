import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const dataDir = temporaryFolder();

async function startAndWait(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/server.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { said, exitCode };
}

describe('the server process', () => {
  it('says what to do when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { said, exitCode } = await startAndWait({ PORT: String(port) });
    other.close();
    expect(said).toBe(
      `Port ${port} is taken by another process. Stop it, or choose another: PORT=${port + 1} npm start\n`,
    );
    expect(exitCode).toBe(1);
  });

  it('refuses settings that cannot be used, without a stack', async () => {
    const { said, exitCode } = await startAndWait({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(said).toContain('PORT is "http".');
    expect(said).toContain('LOG_LEVEL is "loud".');
    expect(said).not.toContain('    at ');
    expect(exitCode).toBe(1);
  });
});
