import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cow, openWorld } from '../../answering/rpcWorld.cases.ts'
import { defaultReaderLimits, ReaderPool } from '../../service/readers/readerPool.ts'
import type { Json } from '../json/json.ts'
import { methods } from '../modules/methods.ts'
import { stateOverrides } from '../params/stateOverrides.ts'

const long = 'z'.repeat(1_000)
const members = [
  ...['from', 'to', 'value', 'gas', 'gasPrice', 'nonce', 'data', 'input', 'chainId', 'type', 'accessList'],
  ...['address', 'topics', 'fromBlock', 'toBlock', 'blockHash', 'blockNumber', 'requireCanonical'],
  ...['tracer', 'tracerConfig', 'timeout', 'reexec', 'fromAddress', 'toAddress', 'after', 'count'],
  ...['types', 'primaryType', 'domain', 'message', 'disableStorage', 'limit'],
]
/** Values in place of a parameter, each with a thousand equal characters. */
const hostile: readonly Json[] = [
  long,
  `0x${long}`,
  `0x${'1'.repeat(1_000)}`,
  '1'.repeat(1_000),
  [long],
  { [long]: long },
  { [cow]: { [long]: long } },
  { [cow]: { state: { [long]: long } } },
  {
    types: { EIP712Domain: [{ name: long, type: long }] },
    primaryType: 'EIP712Domain',
    domain: {},
    message: {},
  },
  { types: { EIP712Domain: [], [long]: [] }, primaryType: long, domain: {}, message: {} },
  ...members.map((member) => ({ [member]: [long] })),
  ...members.map((member) => ({ [member]: long })),
]
const harmless: readonly Json[] = [cow, '0x1']
const repeatedTooOften = /z{101}|1{101}/

/** The thread of all worlds: starting one for each took half of the time. */
let readers: ReaderPool
beforeAll(() => {
  readers = new ReaderPool({
    ...defaultReaderLimits,
    threads: 1,
    onError(error) {
      throw error
    },
  })
})
afterAll(() => readers.close())

describe('the error for a long value', () => {
  it.each(methods.map(({ name, params }) => [name, params.length] as const))(
    'of %s repeats at most 100 of its characters',
    async (method, count) => {
      const world = await openWorld({ readers })
      for (let position = 0; position < count; position++) {
        for (const value of hostile) {
          // A single parameter has no others.
          for (const other of count === 1 ? [cow] : harmless) {
            const params = Array.from({ length: count }, (_, index) => (index === position ? value : other))
            const response = await world.respond(method, ...params)
            const error = 'error' in response ? response.error : undefined
            expect(JSON.stringify(error ?? null), JSON.stringify(params).slice(0, 80)).not.toMatch(
              repeatedTooOften,
            )
          }
        }
      }
    },
  )

  it('in place of a method name repeats at most 100 of its characters', async () => {
    const world = await openWorld()
    const request = { jsonrpc: '2.0', id: 1, method: `eth_${long}`, params: [] }
    const response = await world.service.envelope.handle(request, { name: 'alice', allows: () => false })
    expect(JSON.stringify(response)).not.toMatch(repeatedTooOften)
  })

  it('in place of an overridden account repeats at most 100 of its characters', () => {
    expect(() => stateOverrides.decode({ [long]: 1 })).toThrow('Invalid address')
  })
})
