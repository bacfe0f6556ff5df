import { type Attack, violationsOf } from '../attack.ts'
import type { KeyClient } from '../client.ts'

/* Loops in the code of a creation, which eth_call executes without a contract. */

/** `JUMPDEST body PUSH1 target JUMP`, after a prologue. */
export const loop = (body: string, prologue = ''): string =>
  `0x${prologue}5b${body}60${(prologue.length / 2).toString(16).padStart(2, '0')}56`

/** Calls an address with `gas` and `length` bytes of zeroed memory, and drops the outcome. */
export const callOf = (address: string, length: string, gas: string): string =>
  `60006000${push(length)}60006000${push(address)}${push(gas)}f150`
export const push = (hex: string): string => `${(0x5f + hex.length / 2).toString(16)}${hex}`

/** MSTORE of a selector at the beginning of the memory. */
const selector = (hex: string): string => `63${hex}60e01b600052`
const bridge = '0000000000000000000000000000000001000006'

export const keccakLoop = loop('602060002050')

const programs: Readonly<Record<string, string>> = {
  'keccak of a word': keccakLoop,
  'keccak of 4 KiB': loop('61100060002050'),
  'bn254 multiplication': loop(callOf('07', '60', 'ffffff')),
  'bn254 pairing': loop(callOf('08', 'c0', 'ffffff')),
  modexp: loop(callOf('05', '0400', 'ffffff')),
  ecrecover: loop(callOf('01', '80', 'ffffff')),
  'receiveHeaders without gas': loop(callOf(bridge, '010000', '00'), selector('e5400e7b')),
  'registerBtcTransaction without gas': loop(callOf(bridge, '010000', '00'), selector('43dc0656')),
  'cold storage': loop('5a5450'),
}

const gas = '0x989680'

/** Method and parameters of a call that takes its thread as long as a call may. */
export const keccakCall: readonly [string, readonly unknown[]] = [
  'eth_call',
  [{ data: keccakLoop, gas }, 'latest'],
]

async function callAll(
  attacker: KeyClient,
  rounds: number,
): Promise<{ calls: number; unexpected: string[] }> {
  const unexpected: string[] = []
  let calls = 0
  for (let round = 0; round < rounds; round++) {
    for (const [name, data] of Object.entries(programs)) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => attacker.ask('eth_call', [{ data, gas }, 'latest'])),
      )
      calls += answers.length
      // Out of gas, out of time, or refused as too much.
      const isExpected = ({ error }: (typeof answers)[number]): boolean =>
        error !== undefined && [-32015, -32011, -32005].includes(error.code)
      const other = answers.find((answer) => !isExpected(answer))
      if (other !== undefined) unexpected.push(`${name}: ${JSON.stringify(other).slice(0, 200)}`)
    }
  }
  return { calls, unexpected }
}

export const expensiveCalls: Attack = {
  name: 'calls',
  aim: 'occupies every thread with calls of 10 million gas that are expensive for their gas, four at a time',
  async run({ target, isLong }) {
    const { calls, unexpected } = await callAll(target.attacker, isLong ? 10 : 1)
    return {
      figures: `${calls} calls of 10 Mgas in ${Object.keys(programs).length} kinds`,
      violations: unexpected,
    }
  },
}

/** A key of 100 units a second runs one call that costs thousands: it must wait afterwards. */
export const unpaidWork: Attack = {
  name: 'unpaid',
  aim: 'runs work that costs more than the price of its method, and tries to go on',
  async run({ target }) {
    const { client } = await target.createKey({ rate: { unitsPerSecond: 100, burst: 100 } })
    await client.ask('eth_call', [{ data: keccakLoop, gas }, 'latest'])
    const next = await client.post('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}')
    const waitSeconds = Number(next.retryAfter ?? 0)
    return {
      figures: `1 call of 10 Mgas, then refused for ${waitSeconds} s`,
      violations: violationsOf({
        'the next request is refused': next.status === 429,
        'the wait is bounded': waitSeconds > 0 && waitSeconds <= 62,
      }),
    }
  },
}
