import type { Running } from '../rpc/running.ts'

/* The slowest calls that a client can send. Their code runs as init code. */

const call = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
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

/** Mines blocks full of logs. */
export async function makeLogs({ client }: Running): Promise<void> {
  for (let count = 0; count < 20; count++) {
    await client.text('eth_sendTransaction', [{ from: cow, data: emitting, gas: '0x632ea0' }])
  }
}
