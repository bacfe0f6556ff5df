import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cow, openWorld } from '../../answering/rpcWorld.cases.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { blockShape } from './blockShape.ts'
import { JsonWriter } from './jsonWriter.ts'
import { logShape, logText } from './logShape.ts'
import { WrittenTexts } from './writtenTexts.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hash = bytes(32).map(asHash)
const anyLog: fc.Arbitrary<FoundLog> = fc.record({
  log: fc.record({
    address: bytes(20).map(asAddress),
    topics: fc.array(hash, { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 3_000, size: 'max' }),
  }),
  blockHash: hash,
  blockNumber: fc.maxSafeNat(),
  blockTimestamp: fc.option(fc.maxSafeNat(), { nil: undefined }),
  transactionHash: hash,
  transactionIndex: fc.nat(),
  logIndex: fc.nat(),
})

describe('the text of a log', () => {
  it('is the JSON of its shape', () => {
    const writer = new JsonWriter()
    fc.assert(
      fc.property(anyLog, fc.boolean(), (found, removed) => {
        expect(logText(found, removed, writer)).toBe(JSON.stringify(logShape(found, removed)))
      }),
    )
  })
})

it('the text of a block is the JSON of its shape, at the first and the second request', async () => {
  const world = await openWorld()
  await world.result('eth_sendTransaction', { from: cow, to: cow, value: '0x1' })
  const { network, chain } = world.node
  const texts = new WrittenTexts(network)
  const block = chain.head
  const { totalDifficulty } = block
  for (const fullTransactions of [true, false, true, false]) {
    const shape = blockShape(block, { network, fullTransactions, totalDifficulty, skipsRemasc: false })
    expect(texts.block(block, fullTransactions).text).toBe(JSON.stringify(shape))
  }
  const isKept = (keptBytes: number): boolean => {
    const bounded = new WrittenTexts(network, { keptBytes })
    const first = bounded.block(block, true)
    return bounded.block(block, true) === first
  }
  expect([isKept(100_000), isKept(1_000)]).toEqual([true, false])
})
