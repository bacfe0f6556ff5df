import { expect, it } from 'vitest'
import { asHash } from '../primitives/bytes.ts'
import type { Block } from '../protocol/block.ts'
import { BlockFactory } from './blockFactory.cases.ts'
import { wayTo } from './wayTo.ts'

it('a way leads down to the newest block of the branch of the tip, on whichever branch the tip is', () => {
  const factory = new BlockFactory()
  const trunk = factory.branch(factory.genesis, 16, 1)
  const side = factory.branch(trunk[2]!, 2, 2)
  const chain = factory.chainWith([...trunk, ...side])
  const way = (from: Block, tip: Block, maximumLeft?: number) => {
    const bound = maximumLeft === undefined ? {} : { maximumLeft }
    const found = wayTo(from.header.hash, chain.block(tip.header.hash)!, chain, bound)
    return found && [found.left.map(({ number }) => number), found.common.number]
  }
  const [head, fork, other] = [trunk.at(-1)!, trunk[2]!, side.at(-1)!]
  expect(chain.head.number).toBe(16)
  expect(way(other, head)).toEqual([[5, 4], 3])
  expect(way(head, other)).toEqual([[16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 3])
  expect(way(fork, other)).toEqual([[], 3])
  expect(way(other, other)).toEqual([[], 5])
  // A tip below the block.
  expect(way(other, fork)).toEqual([[5, 4], 3])
  expect(way(other, head, 2)).toEqual([[5, 4], 3])
  expect(way(other, head, 1)).toBeUndefined()
  expect(wayTo(asHash(new Uint8Array(32)), chain.head, chain)).toBeUndefined()
  let left = 0
  wayTo(other.header.hash, chain.head, chain, { onLeft: () => left++ })
  expect(left).toBe(2)
})
