import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { realTable } from '../../primitives/recordings.cases.ts'
import { BitcoinHeader, bitcoinHeaderLength } from './bitcoinHeader.ts'
import { checkDifficulty, checkProofOfWork } from './headerRules.ts'
import {
  type BitcoinParameters,
  mainnetParameters,
  regtestParameters,
  testnetParameters,
} from './networkParameters.ts'
import { decodeStoredBlock, type StoredBlock } from './storedBlock.ts'
import { targetOf } from './target.ts'

const easy = 0x1d00ffff
const hard = 0x1c00ffff

/** A header with only a time and bits. */
function headerOf(time: number, bits: number): BitcoinHeader {
  const bytes = new Uint8Array(bitcoinHeaderLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(68, time, true)
  view.setUint32(72, bits, true)
  return new BitcoinHeader(bytes)
}

/** Consecutive blocks up to a height; parents are found by their height. */
class Branch {
  readonly #blocks: readonly StoredBlock[]

  constructor(top: number, blocks: readonly (readonly [time: number, bits: number])[]) {
    this.#blocks = blocks.map(([time, bits], index) => ({
      header: headerOf(time, bits),
      height: top - blocks.length + 1 + index,
      work: 0n,
    }))
  }

  accepts(time: number, bits: number, parameters: BitcoinParameters): boolean {
    const parentOf = ({ height }: StoredBlock) => this.#blocks.find((block) => block.height === height - 1)
    try {
      checkDifficulty(headerOf(time, bits), this.#blocks.at(-1)!, parameters, parentOf)
      return true
    } catch (error) {
      if (error instanceof DecodeError) return false
      throw error
    }
  }
}

describe('within an interval', () => {
  const branch = new Branch(100, [[1_000, hard]])

  it('keeps the target', () => {
    for (const parameters of [mainnetParameters, regtestParameters, testnetParameters]) {
      expect(branch.accepts(2_000, hard, parameters)).toBe(true)
      expect(branch.accepts(2_000, easy, parameters)).toBe(false)
    }
  })
})

describe('on testnet, since 2012,', () => {
  const start = 1_329_264_000
  const branch = new Branch(100, [
    [start, hard],
    [start + 10, easy],
    [start + 20, easy],
  ])
  const parentTime = start + 20

  it('a block that is not late has the target of the last block below the maximum target', () => {
    expect(branch.accepts(parentTime, hard, testnetParameters)).toBe(true)
    expect(branch.accepts(parentTime + 1_200, hard, testnetParameters)).toBe(true)
    expect(branch.accepts(parentTime + 1_200, easy, testnetParameters)).toBe(false)
  })

  it('a late block and a block from before its parent may have any target', () => {
    expect(branch.accepts(parentTime + 1_201, easy, testnetParameters)).toBe(true)
    expect(branch.accepts(parentTime - 1, 0x1b00ffff, testnetParameters)).toBe(true)
  })

  it('a block with the maximum target counts at the beginning of an interval', () => {
    const boundary = new Branch(2016, [[start, easy]])
    expect(boundary.accepts(start + 1, easy, testnetParameters)).toBe(true)
  })

  it('a block is refused when the search reaches an unknown block', () => {
    const short = new Branch(100, [[start, easy]])
    expect(short.accepts(start + 1, easy, testnetParameters)).toBe(false)
  })
})

describe('at the end of an interval', () => {
  const twoWeeks = 1_209_600
  const took = (seconds: number, bits = hard) =>
    new Branch(2015, [
      [1_000_000, bits],
      ...Array.from({ length: 2014 }, () => [0, bits] as const),
      [1_000_000 + seconds, bits],
    ])

  it.each([
    ['stays when it took two weeks', twoWeeks, 0x1c00ffff],
    ['doubles when it took four', 2 * twoWeeks, 0x1c01fffe],
    ['does not grow more than fourfold', 100 * twoWeeks, 0x1c03fffc],
    ['does not shrink to less than a quarter', 1, 0x1b3fffc0],
  ])('the target %s', (_what, seconds, bits) => {
    expect(took(seconds).accepts(0, bits, mainnetParameters)).toBe(true)
    expect(took(seconds).accepts(0, bits + 1, mainnetParameters)).toBe(false)
  })

  it('the target never exceeds the maximum', () => {
    expect(took(2 * twoWeeks, easy).accepts(0, easy, mainnetParameters)).toBe(true)
  })

  it('the target of testnet follows from the last block, even from a late one with the maximum target', () => {
    const start = 1_400_000_000
    const lateAtTheEnd = (seconds: number) =>
      new Branch(2015, [
        [start, hard],
        ...Array.from({ length: 2014 }, () => [start, hard] as const),
        [start + seconds, easy],
      ])
    expect(lateAtTheEnd(twoWeeks / 2).accepts(0, 0x1c7fff80, testnetParameters)).toBe(true)
    expect(lateAtTheEnd(twoWeeks / 2).accepts(0, hard, testnetParameters)).toBe(false)
    expect(lateAtTheEnd(2 * twoWeeks).accepts(0, easy, testnetParameters)).toBe(true)
    // The exception for late blocks does not apply at the beginning of an interval.
    const lateAtTheBeginning = took(twoWeeks)
    expect(lateAtTheBeginning.accepts(start + 10_000_000, easy, testnetParameters)).toBe(false)
    expect(lateAtTheBeginning.accepts(start + 10_000_000, hard, testnetParameters)).toBe(true)
  })

  it('the target stays on regtest', () => {
    expect(took(100 * twoWeeks).accepts(0, hard, regtestParameters)).toBe(true)
  })
})

describe('the targets of the public networks', () => {
  const twoWeeks = 1_209_600
  const checkpointsOf = (network: string): readonly BitcoinHeader[] =>
    realTable(`checkpoints-${network}.tsv.gz`).map(
      ([, , , stored]) => decodeStoredBlock(fromHex(stored!)).header,
    )

  interface Interval {
    readonly first: BitcoinHeader
    /** The target of the last block. */
    readonly lastBits: number
    readonly seconds: number
  }

  /** Whether `bits` may follow the interval. */
  function accepts(
    { first, lastBits, seconds }: Interval,
    bits: number,
    parameters = mainnetParameters,
  ): boolean {
    const begin = { header: first, height: 2016, work: 0n }
    const end = { header: headerOf(first.time + seconds, lastBits), height: 4031, work: 0n }
    // The blocks between do not matter.
    const parentOf = ({ height }: StoredBlock) => (height === 2017 ? begin : { ...end, height: height - 1 })
    try {
      checkDifficulty(headerOf(0, bits), end, parameters, parentOf)
      return true
    } catch (error) {
      if (error instanceof DecodeError) return false
      throw error
    }
  }

  /**
   * The minimum number of seconds that leads to the new target. A few more do too, because the compact form drops
   * digits.
   */
  function secondsFor(lastBits: number, bits: number): number {
    const lastTarget = targetOf(lastBits)
    return Number((targetOf(bits) * BigInt(twoWeeks) + lastTarget - 1n) / lastTarget)
  }

  it('follow from the length of every interval of mainnet up to block 499,968', () => {
    const checkpoints = checkpointsOf('mainnet')
    for (const [index, next] of checkpoints.slice(1).entries()) {
      const first = checkpoints[index]!
      const seconds = secondsFor(first.bits, next.bits)
      const interval = { first, lastBits: first.bits, seconds }
      expect(accepts(interval, next.bits)).toBe(true)
      if (next.bits === easy || seconds <= twoWeeks / 4) continue
      expect(accepts({ ...interval, seconds: seconds - 1 }, next.bits)).toBe(false)
      // The last block of the interval is at most three hours from the next one.
      expect(Math.abs(first.time + seconds - next.time)).toBeLessThan(3 * 3_600)
    }
  })

  it('follow from the last block of an interval on testnet, which may be late and have the maximum target', () => {
    const checkpoints = checkpointsOf('testnet')
    const ways = checkpoints.slice(1).map((next, index) => {
      const first = checkpoints[index]!
      const follows = (lastBits: number): boolean => {
        const seconds = secondsFor(lastBits, next.bits)
        return accepts({ first, lastBits, seconds }, next.bits, testnetParameters)
      }
      if (follows(first.bits)) return 'regular'
      return follows(easy) ? 'late' : 'neither'
    })
    expect(ways.filter((way) => way === 'neither')).toEqual([])
    expect(ways.filter((way) => way === 'late').length).toBeGreaterThan(10)
  })
})

describe('proof of work', () => {
  const check = (bits: number, parameters: BitcoinParameters) => () =>
    checkProofOfWork(headerOf(0, bits), parameters)

  it('is accepted for real headers', () => {
    for (const parameters of [mainnetParameters, testnetParameters, regtestParameters]) {
      expect(() => checkProofOfWork(parameters.genesis.header, parameters)).not.toThrow()
    }
  })

  it.each([
    ['without enough work', 0x1d00ffff, mainnetParameters],
    ['with a target that is too easy', 0x1d010000, mainnetParameters],
    ['with a negative target', 0x20ffffff, regtestParameters],
    ['with a target of zero', 0x20000000, regtestParameters],
  ])('is refused for a header %s', (_what, bits, parameters) => {
    expect(check(bits, parameters)).toThrow(DecodeError)
  })
})
