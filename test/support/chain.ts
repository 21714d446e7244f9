import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm';
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  parseAbi,
  publicActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { createNonceManager, jsonRpc } from 'viem/nonce';
import { readContracts } from '../chain/compile.ts';
import { freePort } from './free-port.ts';
import { USDC } from './ledger.ts';

const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** The first account that anvil funds. */
const GAS_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const TOKEN_ABI = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function burn(address from, uint256 value)',
]);

export interface TestChain {
  /** The facilitator's side. */
  readonly signer: FacilitatorEvmSigner;
  balanceOf(account: string): Promise<bigint>;
  mint(account: string, amount: bigint): Promise<void>;
  burn(account: string, amount: bigint): Promise<void>;
  close(): void;
}

/**
 * A chain of its own with the number of Base, on which a small token stands at the address of USDC.
 * @param options `confirmationTimeoutMs`: how long the facilitator waits for a transaction; `blockSeconds`: time
 *   between blocks, else each transaction has its own at once
 */
export async function openChain({
  confirmationTimeoutMs = 10_000,
  blockSeconds,
}: {
  confirmationTimeoutMs?: number;
  blockSeconds?: number;
} = {}): Promise<TestChain> {
  const port = await freePort();
  const anvil = startAnvil(port, blockSeconds);
  const transport = http(`http://127.0.0.1:${port}`, { retryCount: 0 });
  const timing = { chain: base, transport, pollingInterval: 20, cacheTime: 0 } as const;
  const chain = createTestClient({ ...timing, mode: 'anvil' });
  await answering(() => chain.request({ method: 'eth_chainId' } as never), anvil);
  const contracts = readContracts();
  await chain.setCode({ address: USDC, bytecode: contracts.TestUsdc ?? '0x' });
  await chain.setCode({ address: MULTICALL, bytecode: contracts.TestMulticall ?? '0x' });

  // The package's nonce manager is one for the process: it would count on where another chain ended.
  const account = privateKeyToAccount(GAS_KEY, { nonceManager: createNonceManager({ source: jsonRpc() }) });
  const wallet = createWalletClient({ ...timing, account }).extend(publicActions);
  const reader = createPublicClient(timing);
  const write = async (functionName: 'mint' | 'burn', address: string, amount: bigint) => {
    const args = [address as Address, amount] as const;
    const hash = await wallet.writeContract({ address: USDC, abi: TOKEN_ABI, functionName, args });
    await wallet.waitForTransactionReceipt({ hash });
  };
  return {
    signer: toFacilitatorEvmSigner({ ...wallet, address: account.address } as never, {
      confirmationTimeoutMs,
    }),
    balanceOf: (address) =>
      reader.readContract({
        address: USDC,
        abi: TOKEN_ABI,
        functionName: 'balanceOf',
        args: [address as Address],
      }),
    mint: (address, amount) => write('mint', address, amount),
    burn: (address, amount) => write('burn', address, amount),
    close: () => anvil.kill('SIGKILL'),
  };
}

/** The program itself, not its wrapper: nothing is left behind when the test ends early. */
function startAnvil(port: number, blockSeconds: number | undefined): ChildProcess {
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  const program = require.resolve(
    `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch]}/bin/anvil`,
  );
  const args = ['--chain-id', String(base.id), '--port', String(port), '--host', '127.0.0.1', '--silent'];
  if (blockSeconds !== undefined) args.push('--block-time', String(blockSeconds));
  const anvil = spawn(program, args, { stdio: 'ignore' });
  process.once('exit', () => anvil.kill('SIGKILL'));
  return anvil;
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

async function answering(ask: () => Promise<unknown>, anvil: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (anvil.exitCode !== null) throw new Error(`anvil ended with ${anvil.exitCode}.`);
    try {
      await ask();
      return;
    } catch {
      await delay(25);
    }
  }
  throw new Error('anvil does not answer.');
}
