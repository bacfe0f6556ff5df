import { describe, expect, it } from 'vitest'
import { person } from '../execution/executionWorld.cases.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { remascTransaction } from '../protocol/transactions/remasc.ts'
import { GasPriceTracker } from './gasPrice.ts'
import type { PoolBlock } from './poolChain.ts'
import { payment } from './poolWorld.cases.ts'

const sender = person('sender')

const block = (fullness: number, prices: readonly number[] = [], minimumGasPrice = 100n): PoolBlock => ({
  header: { gasLimit: unsignedBytes(1_000_000), gasUsed: 1_000_000 * fullness, minimumGasPrice },
  transactions: [
    ...prices.map((price) => payment(sender, { gasPrice: BigInt(price) })),
    remascTransaction(7),
  ],
})

function trackerAfter(blocks: readonly PoolBlock[]): GasPriceTracker {
  const tracker = new GasPriceTracker()
  for (const each of blocks) tracker.addBlock(each)
  return tracker
}

const blocksOf = (count: number, fullness: number): PoolBlock[] =>
  Array.from({ length: count }, () => block(fullness))

/** 512 prices from 1000 to 1511, the dearest first. */
const window = Array.from({ length: 512 }, (_, i) => 1511 - i)

describe('the recommended gas price', () => {
  it('is a tenth above the minimum, rounded down, while blocks have room', () => {
    const tracker = trackerAfter([...blocksOf(60, 0.5), block(0.5, window)])
    expect(tracker.recommended(3n)).toBe(3n)
    expect(tracker.recommended(0n)).toBe(0n)
    expect(tracker.recommended(60_000_000n)).toBe(66_000_000n)
  })

  it('ignores competition before the fiftieth block', () => {
    expect(trackerAfter([block(1, window), ...blocksOf(48, 1)]).competitivePrice).toBeUndefined()
    expect(trackerAfter([block(1, window), ...blocksOf(49, 1)]).competitivePrice).toBe(1128n)
  })

  it('follows the cheapest quarter of transactions when blocks are nine tenths full', () => {
    const tracker = trackerAfter([...blocksOf(49, 0.91), block(0.91, window)])
    expect(tracker.recommended(100n)).toBe(1128n)
    expect(tracker.recommended(2000n)).toBe(2200n)
  })

  it('depends on the last fifty blocks only', () => {
    const tracker = trackerAfter([block(1, window), ...blocksOf(50, 1), ...blocksOf(6, 0.1)])
    expect(tracker.competitivePrice).toBeUndefined()
  })

  it('changes when the window is full again', () => {
    const tracker = trackerAfter([...blocksOf(50, 1), block(1, window)])
    tracker.addBlock(block(1, new Array(511).fill(9000)))
    expect(tracker.competitivePrice).toBe(1128n)
    tracker.addBlock(block(1, [9000]))
    expect(tracker.competitivePrice).toBe(9000n)
  })

  it('is based on the last minimum while the window is not full', () => {
    const tracker = trackerAfter(blocksOf(50, 1))
    tracker.addBlock(block(1, [5000], 777n))
    expect(tracker.competitivePrice).toBe(777n)
  })

  it('has 64 bits', () => {
    expect(trackerAfter([]).recommended(2n ** 70n)).toBeLessThan(2n ** 64n)
  })
})
