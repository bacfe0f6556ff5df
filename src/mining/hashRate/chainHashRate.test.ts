import { describe, expect, it } from 'vitest'
import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { chainHashRate } from './chainHashRate.ts'

const now = 1_700_000_000
const ours = new Uint8Array(20).fill(1)
const theirs = new Uint8Array(20).fill(2)

interface Described {
  readonly age: number
  readonly difficulty: bigint
  readonly coinbase?: Uint8Array
  readonly uncles?: readonly bigint[]
}

/** A chain of these blocks, oldest first. */
function chainOf(...described: readonly Described[]) {
  const blocks: Block[] = []
  let parentHash: Hash = asHash(new Uint8Array(32))
  for (const { age, difficulty, coinbase = ours, uncles = [] } of described) {
    const number = blocks.length + 1
    const fields = headerFields(regtest, number, { parentHash, difficulty, coinbase, timestamp: now - age })
    const header = sealHeader(fields, regtest)
    blocks.push({ header, transactions: [], uncles: uncles.map((work) => ({ ...header, difficulty: work })) })
    parentHash = header.hash
  }
  return {
    head: blocks.at(-1)!,
    block: (hash: Hash) => blocks.find(({ header }) => equalBytes(header.hash, hash)),
  }
}

describe('the hash rate of a chain', () => {
  it('counts the work of the last hour per second, uncles included', () => {
    const chain = chainOf(
      { age: 3601, difficulty: 10n ** 9n },
      { age: 3600, difficulty: 3600n },
      { age: 0, difficulty: 7200n, uncles: [3600n] },
    )
    expect(chainHashRate(chain, now)).toBe(4n)
  })

  it('counts only blocks of the given coinbase, and walks past other blocks', () => {
    const chain = chainOf(
      { age: 30, difficulty: 3600n },
      { age: 20, difficulty: 36_000n, coinbase: theirs },
      { age: 10, difficulty: 3600n },
    )
    expect(chainHashRate(chain, now, ours)).toBe(2n)
    expect(chainHashRate(chain, now, theirs)).toBe(10n)
  })

  it('is zero if the best block is in the future', () => {
    const chain = chainOf({ age: 10, difficulty: 36_000n }, { age: -1, difficulty: 36_000n })
    expect(chainHashRate(chain, now)).toBe(0n)
  })
})
