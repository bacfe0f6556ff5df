import { describe, expect, it } from 'vitest'
import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { complete } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { chainHashRate, SubmittedHashRates } from './hashRates.ts'

const miner = (mark: number): Uint8Array => new Uint8Array(32).fill(mark)

function newRates() {
  const now = { ms: 0 }
  return { now, rates: new SubmittedHashRates(() => now.ms) }
}

describe('the submitted hash rates', () => {
  it('adds the rates of several miners, the latest report of each', () => {
    const { rates } = newRates()
    expect(rates.submit(miner(1), 100n)).toBe(true)
    rates.submit(miner(2), 50n)
    rates.submit(miner(1), 10n)
    expect(rates.total).toBe(60n)
  })

  it('counts a rate for ten minutes', () => {
    const { now, rates } = newRates()
    rates.submit(miner(1), 100n)
    now.ms = 300_000
    rates.submit(miner(2), 50n)
    now.ms = 599_999
    expect(rates.total).toBe(150n)
    now.ms = 600_000
    expect(rates.total).toBe(50n)
    rates.submit(miner(2), 70n)
    now.ms = 900_000
    expect(rates.total).toBe(70n)
  })

  it('refuses values out of range', () => {
    const { rates } = newRates()
    expect(rates.submit(new Uint8Array(31), 1n)).toBe(false)
    expect(rates.submit(miner(1), -1n)).toBe(false)
    expect(rates.submit(miner(1), 1n << 256n)).toBe(false)
    expect(rates.total).toBe(0n)
  })

  it('remembers at most ten thousand miners', () => {
    const { now, rates } = newRates()
    const numbered = (index: number): Uint8Array => {
      const id = new Uint8Array(32)
      new DataView(id.buffer).setUint32(0, index)
      return id
    }
    const accepted = Array.from({ length: 10_001 }, (_, index) => rates.submit(numbered(index), 1n))
    expect(accepted.filter(Boolean)).toHaveLength(10_000)
    expect(rates.submit(numbered(0), 2n)).toBe(true)
    expect(rates.total).toBe(10_001n)
    now.ms = 600_000
    expect(rates.submit(numbered(10_000), 1n)).toBe(true)
  })
})

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
    expect(complete(chainHashRate(chain, now))).toBe(4n)
  })

  it('counts only blocks of the given coinbase, and walks past other blocks', () => {
    const chain = chainOf(
      { age: 30, difficulty: 3600n },
      { age: 20, difficulty: 36_000n, coinbase: theirs },
      { age: 10, difficulty: 3600n },
    )
    expect(complete(chainHashRate(chain, now, ours))).toBe(2n)
    expect(complete(chainHashRate(chain, now, theirs))).toBe(10n)
  })

  it('is zero if the best block is in the future', () => {
    const chain = chainOf({ age: 10, difficulty: 36_000n }, { age: -1, difficulty: 36_000n })
    expect(complete(chainHashRate(chain, now))).toBe(0n)
  })
})
