import { createHash } from 'node:crypto';
import type { FacilitatorEvmSigner } from '@x402/evm';
import { type Abi, decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem';

/** The token that real buyers pay with. */
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

const TOKEN_ABI = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
]);

interface Call {
  readonly functionName: string;
  readonly args?: readonly unknown[];
}

/** A token's balances and used nonces, in place of a chain: what a facilitator reads and writes. */
export class Ledger {
  readonly #balances = new Map<string, bigint>();
  readonly #used = new Set<string>();
  /** Transactions that moved money. */
  transfers = 0;

  balanceOf(account: string): bigint {
    return this.#balances.get(account.toLowerCase()) ?? 0n;
  }

  setBalance(account: string, amount: bigint): void {
    this.#balances.set(account.toLowerCase(), amount);
  }

  /** What `cancelAuthorization` of the token does. */
  cancel(account: string, nonce: string): void {
    this.#used.add(`${account} ${nonce}`.toLowerCase());
  }

  /** The facilitator's side; only what the scheme `exact` asks for. */
  signer(): FacilitatorEvmSigner {
    return {
      getAddresses: () => ['0x00000000000000000000000000000000000000fa'],
      getCode: async ({ address }) => (address.toLowerCase() === USDC.toLowerCase() ? '0x60' : undefined),
      readContract: async (call) => this.#read(call),
      writeContract: async (call) => this.#transfer(call, true),
      sendTransaction: () => Promise.reject(new Error('No other transactions here.')),
      waitForTransactionReceipt: async () => ({ status: 'success' }),
      verifyTypedData: () => Promise.reject(new Error('Accounts here are no contracts.')),
    };
  }

  #read(call: Call): unknown {
    if (call.functionName === 'transferWithAuthorization') return this.#transfer(call, false);
    if (call.functionName !== 'tryAggregate') throw new Error(`No ${call.functionName} here.`);
    const [, calls] = call.args as [boolean, { callData: Hex }[]];
    return calls.map(({ callData }) => ({ success: true, returnData: this.#view(callData) }));
  }

  #view(data: Hex): Hex {
    const { functionName, args } = decodeFunctionData({ abi: TOKEN_ABI, data });
    const result = (() => {
      switch (functionName) {
        case 'balanceOf':
          return this.balanceOf(args[0]);
        case 'name':
          return 'USD Coin';
        case 'version':
          return '2';
        case 'authorizationState':
          return this.#used.has(`${args[0]} ${args[1]}`.toLowerCase());
      }
    })();
    return encodeFunctionResult({ abi: TOKEN_ABI as Abi, functionName, result });
  }

  /** @throws Error as the token reverts */
  #transfer({ args = [] }: Call, write: boolean): Hex {
    const [from, to, value, , validBefore, nonce] = args as [string, string, bigint, bigint, bigint, string];
    const used = `${from} ${nonce}`.toLowerCase();
    if (this.#used.has(used)) throw new Error('FiatTokenV2: authorization is used or canceled');
    if (validBefore * 1000n <= BigInt(Date.now())) throw new Error('FiatTokenV2: authorization is expired');
    if (this.balanceOf(from) < value) throw new Error('ERC20: transfer amount exceeds balance');
    if (write) {
      this.#used.add(used);
      this.setBalance(from, this.balanceOf(from) - value);
      this.setBalance(to, this.balanceOf(to) + value);
      this.transfers += 1;
    }
    return `0x${createHash('sha256').update(used).digest('hex')}`;
  }
}
