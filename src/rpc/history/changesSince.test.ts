import { describe, expect, it } from 'vitest'
import { openWorld } from '../../answering/rpcWorld.cases.ts'
import { asHash } from '../../primitives/bytes.ts'
import { changesSince, joinedBlocks } from './changesSince.ts'

const unknown = asHash(new Uint8Array(32))

/** A chain of 8 blocks whose blocks from 4 on have replaced 4 and 5. */
async function openBranches() {
  const { node } = await openWorld()
  const { chain, local } = node
  const mine = (count: number): void => {
    for (let block = 0; block < count; block++) local?.mine()
  }
  mine(3)
  const fork = chain.head
  mine(2)
  const left = chain.head
  chain.rewind(fork.hash)
  local?.mine(fork.header.timestamp + 1_000)
  mine(4)
  return { chain, fork, left }
}

describe('changes since a position', () => {
  it('are the blocks that have left, newest first, and those that have joined, as many as wanted', async () => {
    const { chain, fork, left } = await openBranches()
    const changesFrom = (block: typeof left, maximumJoined?: number) => {
      const changes = changesSince(block, chain, maximumJoined === undefined ? {} : { maximumJoined })
      if (typeof changes === 'string') return changes
      const joined = Array.from(joinedBlocks(changes, chain), ({ number }) => number)
      return [changes.left.map(({ number }) => number), changes.common.number, joined]
    }
    expect(changesFrom(left)).toEqual([[5, 4], 3, [4, 5, 6, 7, 8]])
    expect(changesFrom(left, 2)).toEqual([[5, 4], 3, [4, 5]])
    expect(changesFrom(fork)).toEqual([[], 3, [4, 5, 6, 7, 8]])
    expect(changesFrom(chain.head)).toEqual([[], 8, []])
    chain.rewind(fork.hash)
    expect(changesFrom(left)).toEqual([[5, 4], 3, []])
  })

  it('wait while the chain is lower, and are unknown to one as high without the block, or a longer way', async () => {
    const { chain, left } = await openBranches()
    expect(changesSince({ number: 9, hash: unknown }, chain)).toBe('ahead')
    for (const number of [8, 1]) expect(changesSince({ number, hash: unknown }, chain)).toBe('unknown')
    expect(changesSince(left, chain, { maximumLeft: 2 })).toMatchObject({ common: { number: 3 } })
    expect(changesSince(left, chain, { maximumLeft: 1 })).toBe('unknown')
  })
})
