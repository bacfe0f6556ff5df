import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerAt } from '../nativeWorld.cases.ts'
import {
  type Distribution,
  distributeToMiner,
  distributeWithSiblings,
  federationPayments,
} from './distribution.ts'
import type { Sibling } from './siblings.ts'

const account = (byte: number): Uint8Array => new Uint8Array(20).fill(byte)
const miner = account(1)
const block = headerAt(100, { coinbase: miner })

/** A sibling that was included `late` blocks after the first possible one. */
const sibling = (byte: number, late = 0): Sibling => ({
  header: headerAt(100, { coinbase: account(byte) }),
  publisher: account(byte + 0x80),
  includedAt: 101 + late,
})

/** Payments as [first byte of the account, amount]. */
const summary = ({ payments, burned }: Distribution) => ({
  paid: payments.map(({ to, amount }) => [to[0]!, amount]),
  burned,
})

describe('a block without siblings', () => {
  it('pays its miner the whole reward', () => {
    expect(summary(distributeToMiner(1001n, block, false))).toEqual({ paid: [[1, 1001n]], burned: 0n })
  })

  it('burns a tenth as punishment', () => {
    expect(summary(distributeToMiner(1009n, block, true))).toEqual({ paid: [[1, 909n]], burned: 100n })
    expect(summary(distributeToMiner(9n, block, true))).toEqual({ paid: [[1, 9n]], burned: 0n })
  })
})

describe('a block with siblings', () => {
  it('pays publisher, sibling and miner in this order and burns the remainder', () => {
    // 100 for the publisher; 901 in two parts of 450.
    expect(summary(distributeWithSiblings(1001n, block, [sibling(2)], false))).toEqual({
      paid: [
        [0x82, 100n],
        [2, 450n],
        [1, 450n],
      ],
      burned: 1n,
    })
  })

  it('takes a twentieth from a sibling for every block of delay', () => {
    // 100 in two parts of 50; 900 in three parts of 300, of which 15 and 90 are lost.
    expect(summary(distributeWithSiblings(1000n, block, [sibling(2, 1), sibling(3, 6)], false))).toEqual({
      paid: [
        [0x82, 50n],
        [0x83, 50n],
        [2, 285n],
        [3, 210n],
        [1, 300n],
      ],
      burned: 105n,
    })
  })

  it('punishes the miners but not the publishers', () => {
    // 900 in two parts of 450, each punished by 45.
    expect(summary(distributeWithSiblings(1000n, block, [sibling(2)], true))).toEqual({
      paid: [
        [0x82, 100n],
        [2, 405n],
        [1, 405n],
      ],
      burned: 90n,
    })
  })

  it('takes the penalty for delay from the punished part', () => {
    // 900 in two parts of 450, punished by 45; of 405 two twentieths are 40.
    expect(summary(distributeWithSiblings(1000n, block, [sibling(2, 2)], true))).toEqual({
      paid: [
        [0x82, 100n],
        [2, 365n],
        [1, 405n],
      ],
      burned: 130n,
    })
  })

  it('makes payments of zero for a reward of zero', () => {
    const { paid, burned } = summary(distributeWithSiblings(0n, block, [sibling(2), sibling(3)], true))
    expect(paid.map(([, amount]) => amount)).toEqual([0n, 0n, 0n, 0n, 0n])
    expect(burned).toBe(0n)
  })

  it('never creates or loses wei', () => {
    const siblings = fc.array(
      fc.integer({ min: 0, max: 6 }).map((late) => sibling(2, late)),
      { minLength: 1, maxLength: 70 },
    )
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), siblings, fc.boolean(), (reward, list, isPunished) => {
        const { payments, burned } = distributeWithSiblings(reward, block, list, isPunished)
        expect(payments.reduce((sum, { amount }) => sum + amount, burned)).toBe(reward)
        expect(payments.every(({ amount }) => amount >= 0n)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the federation', () => {
  it('divides evenly and gives the remainder to the last', () => {
    const federators = [account(4), account(5), account(6)]
    expect(federationPayments(11n, federators).map(({ amount }) => amount)).toEqual([3n, 3n, 5n])
    expect(federationPayments(0n, federators).map(({ amount }) => amount)).toEqual([0n, 0n, 0n])
  })
})
