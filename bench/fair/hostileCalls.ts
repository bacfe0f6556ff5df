import type { Running } from '../rpc/running.ts'

/* The slowest calls that a client can send. Their code runs as init code. */

const call = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'

/** JUMPDEST, KECCAK256 of 1 KiB, JUMP to the beginning. */
const hashing = '0x5b61040060002050600056'
/** JUMPDEST, STATICCALL of the multiplication of bn254, JUMP to the beginning. */
const multiplying = '0x5b604060006060600060075afa50600056'
/** Emits empty logs until 16 Ki gas are left. */
const emitting = '0x5b60006000a05a61400010600057'

export interface HostileCall {
  readonly title: string
  readonly body: string
  /** Sent before each of them. */
  readonly before?: string
}

export const hostileCalls: readonly HostileCall[] = [
  { title: 'calls that hash', body: call('eth_call', { data: hashing }) },
  {
    title: 'calls that hash, light ones between',
    body: call('eth_call', { data: hashing, gas: '0xf4240' }),
    before: call('eth_call', { data: '0x00' }),
  },
  { title: 'bn254 in a loop', body: call('eth_call', { data: multiplying }) },
  { title: 'estimates that hash', body: call('eth_estimateGas', { data: hashing }) },
  { title: 'all logs', body: call('eth_getLogs', { fromBlock: '0x0' }) },
  {
    title: 'traces with struct logs',
    body: call('debug_traceCall', { data: hashing, gas: '0x7a120' }, 'latest', {}),
  },
]

/** Emits logs with the topics 1 and 2, and with 2 and 1, in turns until 16 Ki gas are left. */
const emittingPairs = '0x5b6002600160006000a26001600260006000a25a61400010600057'
/**
 * Topic 1 or one of 19 others at both places: every block of `makePairs` has topic 1 at both, but no single log does, so all
 * logs are compared and the answer is empty.
 */
const alternatives = [word(1), ...Array.from({ length: 19 }, (_, index) => word(100 + index))]
const sameTopicTwice = { fromBlock: '0x0', topics: [alternatives, alternatives] }

/** Hashes until 16 Ki gas are left, and succeeds. */
const hashingMuch = '0x5b610400600020505a61400010600057'

/** Heavy calls that succeed. */
export const heavyCalls: readonly HostileCall[] = [
  { title: 'eth_call of 2 million gas', body: call('eth_call', { data: hashingMuch, gas: '0x1e8480' }) },
  { title: 'eth_estimateGas, 20 runs', body: call('eth_estimateGas', { data: hashingMuch, gas: '0x30d40' }) },
  { title: 'eth_getLogs, all compared, no match', body: call('eth_getLogs', sameTopicTwice) },
  { title: 'eth_getLogs, 14,000 logs', body: call('eth_getLogs', { fromBlock: '0x1', toBlock: '0x1' }) },
]

/** Mines blocks full of logs. */
export async function makeLogs({ client }: Running): Promise<void> {
  for (let count = 0; count < 20; count++) {
    await client.text('eth_sendTransaction', [{ from: cow, data: emitting, gas: '0x632ea0' }])
  }
}

/** Mines blocks full of logs with two topics. */
export async function makePairs({ client }: Running): Promise<void> {
  for (let count = 0; count < 80; count++) {
    await client.text('eth_sendTransaction', [{ from: cow, data: emittingPairs, gas: '0x632ea0' }])
  }
}
