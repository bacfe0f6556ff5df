import { describe, expect, it } from 'vitest'
import { unsignedBytes } from '../../primitives/integers.ts'
import type { Block } from '../block.ts'
import { BlockIndex } from '../blockIndex.cases.ts'
import { genesisBlock } from '../genesis.ts'
import type { BlockHeader, HeaderFields } from '../headers/header.ts'
import { headerFields } from '../headers/headerFields.cases.ts'
import { localBlock, localChain } from '../localBlocks.cases.ts'
import { mineHeader } from '../mergedMining/mineHeader.cases.ts'
import { regtest } from '../networks/definitions.ts'
import type { Network } from '../networks/network.ts'
import { unclesRejection } from './uncleRules.ts'

const genesis = genesisBlock(regtest)
const index = new BlockIndex([genesis])
const chain = localChain(genesis, 20, index)
const blockAt = (number: number): Block => (number === 0 ? genesis : chain[number - 1]!)

/** A sibling of block `number`, distinguished from others by its time. */
const sibling = (number: number, seconds = 3, overrides: Partial<HeaderFields> = {}): BlockHeader =>
  localBlock(blockAt(number - 1), index, {
    overrides: { timestamp: blockAt(number - 1).header.timestamp + seconds, ...overrides },
  }).header

/** Block 21 with these uncles. */
const reasonOf = (
  uncles: readonly BlockHeader[],
  network: Network = regtest,
  context = index,
): string | undefined => unclesRejection(localBlock(blockAt(20), index, { uncles }), network, context)?.reason

const siblings = (count: number): BlockHeader[] =>
  Array.from({ length: count }, (_, place) => sibling(20, place + 11))

describe('uncles that are accepted', () => {
  it('are an empty list, a sibling of the parent, and ten siblings', () => {
    expect(reasonOf([])).toBeUndefined()
    expect(reasonOf([sibling(20)])).toBeUndefined()
    expect(reasonOf(siblings(10))).toBeUndefined()
  })

  it('are siblings of ancestors up to six generations older', () => {
    expect(reasonOf([20, 19, 18, 17, 16, 15].map((number) => sibling(number)))).toBeUndefined()
  })

  it('include a child of an uncle only if its parent is an ancestor', () => {
    const uncle: Block = { header: sibling(19), transactions: [], uncles: [] }
    const nephews = new BlockIndex([genesis, ...chain, uncle])
    const child = localBlock(uncle, nephews).header
    expect(reasonOf([child], regtest, nephews)).toBe('uncle-parent')
  })

  it('are siblings of the first block', () => {
    const first = localBlock(blockAt(1), index, { uncles: [sibling(1)] })
    expect(unclesRejection(first, regtest, index)).toBeUndefined()
  })
})

describe('uncles that are rejected', () => {
  it('are eleven', () => {
    expect(reasonOf(siblings(11))).toBe('uncle-count')
  })

  it('have no proof of work', () => {
    const uncle = sibling(20)
    expect(reasonOf([{ ...uncle, mergedMining: null }])).toBe('proof-of-work')
    expect(reasonOf([{ ...uncle, gasUsed: 5 }])).toBe('proof-of-work')
  })

  it('used more gas than their limit', () => {
    const limit = 7_000_000
    const parent = blockAt(19)
    const uncleUsing = (gasUsed: number) =>
      mineHeader(
        headerFields(regtest, 20, {
          parentHash: parent.header.hash,
          gasLimit: parent.header.gasLimit,
          gasUsed,
        }),
        regtest,
      )
    const gasLimit = Number(BigInt(`0x${Buffer.from(parent.header.gasLimit).toString('hex')}`))
    expect(gasLimit).toBeGreaterThan(limit)
    expect(reasonOf([uncleUsing(gasLimit)])).toBeUndefined()
    expect(reasonOf([uncleUsing(gasLimit + 1)])).toBe('uncle-header')
  })

  it('are not older than the block', () => {
    const same = localBlock(blockAt(20), index, { overrides: { timestamp: 5 } }).header
    expect(reasonOf([same])).toBe('uncle-number')
  })

  it('are seven generations older', () => {
    expect(reasonOf([sibling(14)])).toBe('uncle-number')
  })

  it('are listed twice', () => {
    expect(reasonOf([sibling(20), sibling(20)])).toBe('uncle-repeated')
  })

  it('are ancestors of the block', () => {
    expect(reasonOf([blockAt(20).header])).toBe('uncle-is-ancestor')
    expect(reasonOf([blockAt(16).header])).toBe('uncle-is-ancestor')
  })

  it('are already included by an ancestor', () => {
    const uncle = sibling(20)
    const parent = localBlock(blockAt(20), index, { uncles: [uncle] })
    const after = new BlockIndex([genesis, ...chain, parent])
    const again = localBlock(parent, after, { uncles: [uncle] })
    expect(unclesRejection(again, regtest, after)?.reason).toBe('uncle-already-used')
    const other = localBlock(parent, after, { uncles: [sibling(20, 4)] })
    expect(unclesRejection(other, regtest, after)).toBeUndefined()
  })

  it('have an unknown parent', () => {
    const orphan = sibling(20, 3, { parentHash: sibling(20).hash })
    expect(reasonOf([orphan])).toBe('uncle-parent')
  })

  it.each<[string, Partial<HeaderFields>, string]>([
    ['the difficulty', { difficulty: 2n }, 'difficulty'],
    ['the gas limit', { gasLimit: unsignedBytes(3_000_000) }, 'gas-limit-range'],
    ['the minimum gas price', { minimumGasPrice: 2n }, 'minimum-gas-price-range'],
    ['the number', { number: 19 }, 'block-number'],
  ])('break the parent’s rule of %s', (_name, overrides, reason) => {
    expect(reasonOf([sibling(20, 3, overrides)])).toBe(reason)
  })

  it('are reported by their position in the list', () => {
    const block = localBlock(blockAt(20), index, { uncles: [sibling(20), sibling(14)] })
    expect(unclesRejection(block, regtest, index)).toEqual({
      reason: 'uncle-number',
      detail: 'uncle 1: it is more than 6 generations older than the block',
    })
  })
})

describe('the time of uncles', () => {
  /** The local chain with checked timestamps, except Bitcoin's. */
  const withClock: Network = {
    ...regtest,
    maximumFutureSeconds: 60,
    activations: { ...regtest.activations, rskip179: -1 },
  }
  const parentTime = blockAt(19).header.timestamp
  const clock = new BlockIndex([genesis, ...chain], parentTime + 100)

  it('is later than the parent’s where timestamps are checked', () => {
    expect(reasonOf([sibling(20, 1)], withClock, clock)).toBeUndefined()
    expect(reasonOf([sibling(20, 0)], withClock, clock)).toBe('timestamp')
    expect(reasonOf([sibling(20, 0)])).toBeUndefined()
  })

  it('is not too far in the future', () => {
    expect(reasonOf([sibling(20, 160)], withClock, clock)).toBeUndefined()
    expect(reasonOf([sibling(20, 161)], withClock, clock)).toBe('timestamp')
  })
})

describe('the fork-detection data of uncles', () => {
  it('describes their own branch', () => {
    const long = new BlockIndex([genesis])
    const blocks = localChain(genesis, 451, long)
    const parent = blocks[450]!
    const uncle = localBlock(blocks[449]!, long, { overrides: { timestamp: 9 } }).header
    const good = localBlock(parent, long, { uncles: [uncle] })
    expect(unclesRejection(good, regtest, long)).toBeUndefined()
    const plain = mineHeader({ ...uncle, mergedMining: null }, regtest)
    const bad = localBlock(parent, long, { uncles: [plain] })
    expect(unclesRejection(bad, regtest, long)?.reason).toBe('fork-detection-data')
  })
})
