import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Compiles the contracts of the tests. Their bytecode is committed beside them: the compiler takes a second to load.
 * Usage: `npm run contracts` writes it; `npm run contracts -- --check` fails when it does not fit the source.
 */
const FOLDER = fileURLToPath(new URL('contracts/', import.meta.url));
const SOURCE = 'TestUsdc.sol';

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly evm: { readonly deployedBytecode: { readonly object: string } } }>>
    >
  >;
}

/** The bytecode of each contract as it lies on a chain. @throws Error with what the compiler says */
export function compileContracts(): Record<string, string> {
  const compiler = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { [SOURCE]: { content: readFileSync(`${FOLDER}${SOURCE}`, 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      // No hash of the source's metadata at the end: a comment changes nothing.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(compiler.compile(JSON.stringify(input))) as Compiled;
  const fatal = errors.filter(({ severity }) => severity === 'error');
  if (fatal.length > 0) throw new Error(fatal.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.entries(contracts[SOURCE] ?? {}).map(([name, { evm }]) => [
      name,
      `0x${evm.deployedBytecode.object}`,
    ]),
  );
}

/** The committed bytecode. */
export function readContracts(): Record<string, `0x${string}`> {
  return JSON.parse(readFileSync(`${FOLDER}TestUsdc.json`, 'utf8')) as Record<string, `0x${string}`>;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify(compileContracts(), null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(`${FOLDER}TestUsdc.json`, text);
  else if (text !== readFileSync(`${FOLDER}TestUsdc.json`, 'utf8')) {
    process.stderr.write(
      `${FOLDER}TestUsdc.json does not fit its source. Write it with: npm run contracts\n`,
    );
    process.exitCode = 1;
  }
}
