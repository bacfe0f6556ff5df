import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import type { Log } from '../../evm/log.ts'
import { asAddress, asciiBytes, asHash, equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Block } from '../../protocol/block.ts'
import { BlockFactory } from '../blockFactory.cases.ts'
import type { Chain } from '../chain.ts'
import { flatLog } from '../storage/flatLog.ts'
import { StoredReceipts } from '../storage/storedReceipts.ts'
import type { LogCriterion } from './criterion.ts'
import type { LogQuery } from './logQuery.ts'
import type { FoundLog } from './logSink.ts'

const factory = new BlockFactory()
const address = (mark: number) => asAddress(new Uint8Array(20).fill(mark))
const topic = (mark: number) => asHash(new Uint8Array(32).fill(mark))
const anything: LogCriterion = { addresses: [], topics: [] }

/** Few different values, so that queries match logs. */
const marks = fc.nat(3)
const logs: fc.Arbitrary<Log> = fc.record({
  address: marks.map(address),
  topics: fc.array(marks.map(topic), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 3 }),
})
const blockLogs = fc.array(fc.array(logs, { maxLength: 3 }), { maxLength: 2 })
const criteria: fc.Arbitrary<LogCriterion> = fc.record({
  addresses: fc.array(marks.map(address), { maxLength: 2 }),
  topics: fc.array(fc.array(marks.map(topic), { maxLength: 2 }), { maxLength: 4 }),
})

function extend(parent: Block, lists: readonly Log[][][], mark = 0): Block[] {
  const blocks: Block[] = []
  for (const list of lists) {
    blocks.push(factory.next(blocks.at(-1) ?? parent, { logs: list, extraData: Uint8Array.of(mark) }))
  }
  return blocks
}

const plain = (found: FoundLog) => ({
  ...found,
  log: { ...found.log, address: toHex(found.log.address), topics: found.log.topics.map(toHex) },
})

/** The answer from a search through every log of every block. */
function scan(chain: Chain, { fromBlock, toBlock, addresses, topics }: LogQuery): FoundLog[] {
  const found: FoundLog[] = []
  for (let number = fromBlock; number <= Math.min(toBlock, chain.head.number); number++) {
    const block = chain.select(number)!
    const all = block.receipts.flatMap((receipt, transactionIndex) =>
      receipt.logs.map((log) => ({ log, transactionIndex })),
    )
    for (const [logIndex, { log, transactionIndex }] of all.entries()) {
      if (addresses.length > 0 && !addresses.some((wanted) => equalBytes(wanted, log.address))) continue
      const isWanted = topics.every((alternatives, position) => {
        const present = log.topics[position]
        if (alternatives.length === 0) return true
        return present !== undefined && alternatives.some((wanted) => equalBytes(wanted, present))
      })
      if (!isWanted) continue
      const transactionHash = block.transactions[transactionIndex]!.hash
      const { number: blockNumber, timestamp: blockTimestamp } = block.header
      const place = { blockHash: block.hash, blockNumber, blockTimestamp, transactionHash, transactionIndex }
      found.push({ ...place, log, logIndex })
    }
  }
  return found
}

describe('a log query', () => {
  it('finds what a search through every log finds, also after reorganisations', () => {
    const branches = fc.record({
      trunk: fc.array(blockLogs, { minLength: 1, maxLength: 4 }),
      losing: fc.array(blockLogs, { maxLength: 2 }),
      winning: fc.array(blockLogs, { minLength: 3, maxLength: 3 }),
    })
    const queries = fc.array(fc.tuple(criteria, fc.nat(4), fc.nat(9)), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(branches, queries, ({ trunk, losing, winning }, asked) => {
        const common = extend(factory.genesis, trunk)
        const tip = common.at(-1)!
        const chain = factory.chainWith([...common, ...extend(tip, losing, 1), ...extend(tip, winning, 2)])
        expect(chain.head.number).toBe(trunk.length + 3)
        for (const [criterion, fromBlock, length] of asked) {
          const query = { ...criterion, fromBlock, toBlock: fromBlock + length }
          expect(chain.logs(query).map(plain)).toEqual(scan(chain, query).map(plain))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('finds the logs of one block, also of an abandoned one', () => {
    const emitted = { address: address(1), topics: [topic(2)], data: Uint8Array.of(3) }
    const [lost] = extend(factory.genesis, [[[emitted], [emitted]]]) as [Block]
    const chain = factory.chainWith([lost, ...factory.branch(factory.genesis, 2, 9)])
    expect(chain.logs({ ...anything, fromBlock: 0, toBlock: 9 })).toEqual([])
    const found = chain.logsOf(chain.block(lost.header.hash)!, { ...anything, topics: [[topic(2)]] })
    expect(found.map(({ logIndex, transactionIndex }) => [logIndex, transactionIndex])).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('visits no block without a match, and of a busy block hardly more logs than match', () => {
    const visited = vi.spyOn(StoredReceipts.prototype, 'eachLog')
    const unpacked = vi.spyOn(flatLog(), 'unpack')
    onTestFinished(() => void vi.restoreAllMocks())
    const word = (text: string) => keccak256(asciiBytes(text))
    const busy = Array.from({ length: 60 }, (_, block) => [
      Array.from({ length: 50 }, (_log, index) => ({
        address: address(1),
        topics: [topic(1), word(block % 20 === 7 && index === 30 ? 'rare' : `${block} ${index}`)],
        data: new Uint8Array(32),
      })),
    ])
    const chain = factory.chainWith(extend(factory.genesis, busy))
    const query = { ...anything, topics: [[topic(1)], [word('rare')]], fromBlock: 0, toBlock: 60 }
    visited.mockClear()
    unpacked.mockClear()
    expect(chain.logs(query).map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      [8, 30],
      [28, 30],
      [48, 30],
    ])
    expect(visited).toHaveBeenCalledTimes(3)
    expect(unpacked.mock.calls.length).toBeLessThan(10)
    expect(chain.logs({ ...query, topics: [[], [word('none')]] })).toEqual([])
    expect(visited).toHaveBeenCalledTimes(3)
  })

  it('finds no logs in a range that is empty or beyond the chain', () => {
    const chain = factory.chainWith([])
    expect(chain.logs({ ...anything, fromBlock: 5, toBlock: 4 })).toEqual([])
    expect(chain.logs({ ...anything, fromBlock: 1, toBlock: Number.MAX_SAFE_INTEGER })).toEqual([])
  })
})
