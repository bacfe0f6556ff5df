import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { processMs } from '../processFigures.ts'
import { call } from '../rawSockets.ts'
import { callOf, loop, push } from './expensiveCalls.ts'

/* Work that costs more than it seems to before it runs. */

const gas = '0x989680'
const latest = 'latest'
/** One blake2f of 6 million rounds (EIP-152), whose gas is its rounds. */
const blake2f = `0x63005b8d8060e01b600052${callOf('09', 'd5', 'ffffff')}`
/** One pairing of 36 pairs of zeros, which are valid points. */
const pairing = `0x${callOf('08', '1b00', 'ffffff')}`
/** One modexp of 256 bytes each: lengths, then a base, exponent and modulus of ones. */
const modexp = `0x${push('0100')}600052${push('0100')}602052${push('0100')}604052${loopless(24)}${callOf('05', '0360', 'ffffff')}`

/** Stores words of ones from byte 96 on. */
function loopless(words: number): string {
  return Array.from(
    { length: words },
    (_, index) => `${push('ff'.repeat(32))}${push((96 + 32 * index).toString(16).padStart(4, '0'))}52`,
  ).join('')
}

const codes: Readonly<Record<string, string>> = { blake2f, pairing, modexp }

/** The methods that execute such a call. */
const bodiesOf = (data: string): readonly string[] => [
  call('eth_call', { data, gas }, latest),
  call('eth_createAccessList', { data, gas }, latest),
  call('eth_estimateGas', { data, gas }, latest),
  call('eth_simulateV1', { blockStateCalls: [{ calls: [{ data, gas }] }] }, latest),
  call('debug_traceCall', { data, gas }, latest),
  call('trace_call', { data, gas }, ['trace'], latest),
]

export async function askAll(
  client: KeyClient,
  bodies: readonly string[],
  atOnce: number,
  ms: number,
): Promise<number> {
  let sent = 0
  const endMs = performance.now() + ms
  const work = async (first: number): Promise<void> => {
    for (let at = first; performance.now() < endMs; at++) {
      const answer = await client.post(bodies[at % bodies.length]!).catch(() => undefined)
      // A refused client waits: the program measures work, not refusals.
      if (answer?.status === 429) await pause(200)
      sent++
    }
  }
  const working = Array.from({ length: atOnce }, (_, index) => work(index))
  await Promise.race([Promise.all(working), pause(ms + 10_000)])
  return sent
}

export const precompiles: Attack = {
  name: 'precompiles',
  aim: 'calls precompiles that run long at once with 20 keys, by every method that executes a call',
  async run({ target }) {
    const clients = (await target.createKeys(20)).map(({ client }) => client)
    const bodies = Object.values(codes).flatMap(bodiesOf)
    let sent = 0
    // One method at a time: each key has its first tries on the main thread.
    for (const body of bodies) {
      const asked = Promise.all(clients.map((client) => client.post(body).catch(() => {})))
      await Promise.race([asked, pause(1_500)])
      sent += clients.length
    }
    for (const client of clients) client.close()
    return { figures: `${sent} calls of ${Object.keys(codes).join(', ')} by 6 methods`, violations: [] }
  },
}

/** State overrides of 5 MiB: code that executes, and cells. */
export const overrides: Attack = {
  name: 'overrides',
  aim: 'executes code that its own state overrides bring, with thousands of overridden accounts and cells',
  async run({ target }) {
    const to = `0x${'7'.repeat(40)}`
    const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
    const address = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`
    const cells = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [word(index), word(1)]))
    const accounts = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        address(4_096 + index),
        { balance: '0x1', code: loop('5a5450') },
      ]),
    )
    const code = `0x${'5b'.repeat(2_400_000)}00`
    const set = [
      { [to]: { code, balance: '0x1' } },
      { [to]: { code: loop('5a5450'), stateDiff: cells } },
      { [to]: { code: loop('5a5450'), state: cells } },
      accounts,
      { [to]: { code: loop('602060002050') } },
    ]
    const bodies = set.flatMap((override) => [
      call('eth_call', { to, gas }, latest, override),
      call('eth_estimateGas', { to, gas }, latest, override),
      call(
        'eth_simulateV1',
        { blockStateCalls: [{ stateOverrides: override, calls: [{ to, gas }] }] },
        latest,
      ),
      call('debug_traceCall', { to, gas }, latest, { stateOverrides: override, disableStorage: true }),
    ])
    const client = new KeyClient(target.attacker.url.href, 8)
    // MSTORE of 7, RETURN of the word.
    const seven = { [to]: { code: '0x600760005260206000f3' } }
    const { result } = await client.ask('eth_call', [{ to }, latest, seven])
    const sent = await askAll(client, bodies, 6, 6_000)
    client.close()
    return {
      figures: `${sent} calls with overrides of up to 5 MB in ${bodies.length} kinds`,
      violations: violationsOf({ 'overridden code is executed': result === word(7) }),
    }
  },
}

/** Units of a key in a second, as work of a thread: see `workPrices.ts`. */
const rate = 100
const burst = 100
const unitsPerThreadMs = 20

export const forgivenCalls: Attack = {
  name: 'forgiven',
  aim: 'sends batches of calls that each take less time than is forgiven; a key must not get more than it pays for',
  async run({ target }) {
    const { client } = await target.createKey({ rate: { unitsPerSecond: rate, burst } })
    // 150,000 rounds and as much gas: 30 units, and about five milliseconds, which are 100.
    const data = `0x630002_49f060e01b600052${callOf('09', 'd5', '0f4240')}`.replace('_', '')
    const one = call('eth_call', { data, gas: '0xf4240' }, latest)
    const body = `[${new Array(100).fill(one).join()}]`
    const usedBefore = processMs(target.pid)
    const startedAt = performance.now()
    const sent = await askAll(client, [body], 4, 6_000)
    const seconds = (performance.now() - startedAt) / 1_000
    const usedMs = processMs(target.pid) - usedBefore
    client.close()
    const paidMs = (burst + (seconds + 60) * rate) / unitsPerThreadMs
    return {
      figures: `${sent} batches of 100 calls in ${seconds.toFixed(1)} s used ${Math.round(usedMs)} ms of processor time`,
      violations: violationsOf({
        // The process also answers the victim, refuses bodies and compiles; unpaid work was five times as much.
        'the work is paid for, with a debt of a minute at most': usedMs < paidMs * 3,
      }),
    }
  },
}

export const newAccounts: Attack = {
  name: 'accounts',
  aim: 'creates 90 accounts at once, and more than may wait; the account of another key must not wait for them',
  async run({ target }) {
    const figures: string[] = []
    const violations: string[] = []
    const startedAlone = performance.now()
    await target.victim.text('personal_newAccount', ['x'])
    const aloneMs = performance.now() - startedAlone
    for (const count of [90, 200]) {
      const client = new KeyClient(target.attacker.url.href, count)
      const asked = Array.from({ length: count }, () =>
        client.ask('personal_newAccount', ['x']).catch(() => {}),
      )
      await pause(500)
      const other = new KeyClient(target.victim.url.href, 1)
      const startedAt = performance.now()
      const answer = await Promise.race([
        other.text('personal_newAccount', ['x']).catch(String),
        pause(4 * aloneMs + 5_000).then(() => 'no answer'),
      ])
      const tookMs = performance.now() - startedAt
      figures.push(`${count} at once: the victim's ${answer.slice(0, 50)} after ${Math.round(tookMs)} ms`)
      if (!answer.startsWith('0x')) violations.push(`an account of another key: ${answer}`)
      for (const one of [other, client]) one.close()
      await Promise.race([Promise.all(asked), pause(500)])
    }
    return { figures: `alone ${Math.round(aloneMs)} ms; ${figures.join('; ')}`, violations }
  },
}
