import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../blockFactory.cases.ts'
import { OrphanPool } from './orphanPool.ts'

const factory = new BlockFactory()
const blocks = factory.branch(factory.genesis, 5, 1)
const sibling = factory.next(blocks[0]!, { extraData: Uint8Array.of(2) })

describe('the orphan pool', () => {
  it('returns the blocks that wait for a parent once', () => {
    const pool = new OrphanPool(1 << 20)
    for (const block of [...blocks, sibling]) pool.add(block)
    expect(pool.takeChildren(blocks[0]!.header.hash)).toEqual([blocks[1], sibling])
    expect(pool.takeChildren(blocks[0]!.header.hash)).toEqual([])
    expect(pool.size).toBe(4)
  })

  it('holds a block once', () => {
    const pool = new OrphanPool(1 << 20)
    for (let i = 0; i < 3; i++) pool.add(blocks[1]!)
    expect(pool.size).toBe(1)
  })

  it('drops the blocks that have waited longest when it is full', () => {
    const pool = new OrphanPool(17_000)
    for (const block of blocks) pool.add(block)
    expect(pool.size).toBe(3)
    expect(pool.takeChildren(factory.genesis.header.hash)).toEqual([])
    expect(pool.takeChildren(blocks[3]!.header.hash)).toEqual([blocks[4]])
  })
})
