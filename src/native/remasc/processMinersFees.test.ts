import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Log } from '../../evm/log.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { devnet, mainnet, regtest } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { State } from '../../state/state.ts'
import { cellKey } from '../cellKey.ts'
import { type ContextOptions, contextAfter, emptyState, headerAt, listBlocks } from '../nativeWorld.cases.ts'
import { processMinersFees } from './processMinersFees.ts'

/* Regtest: fees mature after 10 blocks and are paid out by fifths, first for block 5 in block 15. */

const labs = 'dabadabadabadabadabadabadabadabadaba0001'
const federators = [
  '6b045752f4d650a510a353bbf7e52988331e7f5b',
  '85845342b0d5260d516d6da5280a7df9a96d1925',
  '138161cda86b55c0de1bc3a0adef974633c85fbe',
]
const miner = '11'.repeat(20)
const minedBy = (digits: string) => ({ coinbase: fromHex(digits) })

const cell = (state: State, name: string): Uint8Array => state.storage(remascAddress, cellKey(name))
const amountIn = (state: State, name: string): bigint => toBigInt(cell(state, name))

function readPayment({ topics, data }: Log): [to: string, amount: bigint] {
  const reader = RlpReader.list(data, 'payment')
  reader.bytes('blockHash')
  return [toHexDigits(topics[1]!.subarray(12)), reader.unsigned('amount')]
}

/** Runs the block after `blocks` and returns its payments. */
function payAfter(blocks: readonly Block[], options: ContextOptions = {}): [to: string, amount: bigint][] {
  const logs: Log[] = []
  processMinersFees(contextAfter(blocks, { ...options, isRemasc: true }), { emit: (log) => logs.push(log) })
  return logs.map(readPayment)
}

describe('before the first payment', () => {
  it('has no effect until the first block is mature', () => {
    const state = emptyState()
    expect(payAfter(listBlocks(9, { 1: { paidFees: 7n } }), { state })).toEqual([])
    expect(state.exists(remascAddress)).toBe(false)
  })

  it('collects the fees of matured blocks', () => {
    const state = emptyState()
    const blocks = listBlocks(13, { 1: { paidFees: 7n }, 4: { paidFees: 5n } })
    for (let height = 10; height <= 13; height++) {
      expect(payAfter(blocks.slice(0, height + 1), { state })).toEqual([])
    }
    expect(amountIn(state, 'rewardBalance')).toBe(12n)
    expect(cell(state, 'brokenSelectionRule')).toEqual(emptyBytes)
  })
})

describe('a block without siblings', () => {
  it('pays zero to five accounts, creates them and logs it when there were no fees', () => {
    const state = emptyState()
    const blocks = listBlocks(14, { 5: minedBy(miner) })
    const paid = payAfter(blocks, { state })
    expect(paid).toEqual([labs, ...federators, miner].map((to) => [to, 0n]))
    expect(paid.every(([to]) => state.exists(fromHex(to)))).toBe(true)
    expect(cell(state, 'brokenSelectionRule')).toEqual(new Uint8Array([0]))
    expect(cell(state, 'rewardBalance')).toEqual(emptyBytes)
  })

  it('logs a payment with the hash of the block it is for', () => {
    const blocks = listBlocks(14, { 5: { paidFees: 5000n } })
    const logs: Log[] = []
    processMinersFees(contextAfter(blocks), { emit: (log) => logs.push(log) })
    expect(logs[0]).toEqual({
      address: remascAddress,
      topics: [
        fromHex('6d696e696e675f6665655f746f706963'.padStart(64, '0')),
        fromHex(labs.padStart(64, '0')),
      ],
      data: fromHex(`e3a0${toHexDigits(blocks[5]!.header.hash)}81c8`),
    })
  })

  it('pays a fifth of the rewards: labs a fifth of it, the federation a hundredth of the rest', () => {
    const state = emptyState()
    const paid = payAfter(listBlocks(14, { 5: { ...minedBy(miner), paidFees: 5000n } }), { state })
    expect(paid).toEqual([
      [labs, 200n],
      [federators[0], 2n],
      [federators[1], 2n],
      [federators[2], 4n],
      [miner, 792n],
    ])
    expect(amountIn(state, 'rewardBalance')).toBe(4000n)
    expect(state.balance(remascAddress)).toBe(-1000n)
    expect(state.balance(fromHex(miner))).toBe(792n)
  })

  it('is punished once for the broken rule of the previous block', () => {
    const state = emptyState()
    const rival = headerAt(5, { paidFees: 10_001n })
    const blocks = listBlocks(16, {
      5: { paidFees: 5000n },
      6: { ...minedBy(miner), paidFees: 6000n, uncles: [rival] },
      7: { ...minedBy(miner), paidFees: 0n },
    })
    payAfter(blocks.slice(0, 15), { state })
    expect(cell(state, 'brokenSelectionRule')).toEqual(new Uint8Array([1]))
    const burnedBefore = amountIn(state, 'burnedBalance')

    // 4000 + 6000 in rewards, 2000 for block 6: 400 labs, 16 federation, 1584 less a tenth.
    expect(payAfter(blocks.slice(0, 16), { state }).at(-1)).toEqual([miner, 1426n])
    expect(amountIn(state, 'burnedBalance') - burnedBefore).toBe(158n)
    expect(cell(state, 'brokenSelectionRule')).toEqual(new Uint8Array([0]))

    // 8000 in rewards, 1600 for block 7: 320 labs, 12 federation.
    expect(payAfter(blocks, { state }).at(-1)).toEqual([miner, 1268n])
  })
})

describe('a block with siblings', () => {
  it('shares with their miners and publishers', () => {
    const state = emptyState()
    const uncle = headerAt(5, { coinbase: fromHex('22'.repeat(20)) })
    const blocks = listBlocks(14, {
      5: { ...minedBy(miner), paidFees: 5000n },
      7: { ...minedBy('33'.repeat(20)), uncles: [uncle] },
    })
    // 792 for the miners: 79 for the publisher; 713 in two parts of 356; one block late costs 17.
    expect(payAfter(blocks, { state }).slice(4)).toEqual([
      ['33'.repeat(20), 79n],
      ['22'.repeat(20), 339n],
      [miner, 356n],
    ])
    expect(amountIn(state, 'burnedBalance')).toBe(18n)
    expect(cell(state, 'brokenSelectionRule')).toEqual(new Uint8Array([0]))
  })
})

describe('amounts that are too small (RSKIP85)', () => {
  it('stay in the reward balance, but the selection rule is checked', () => {
    const state = emptyState()
    const rival = headerAt(5, { paidFees: 10n ** 9n })
    const blocks = listBlocks(14, { 5: { paidFees: 999_999n }, 6: { uncles: [rival] } })
    // A fifth is 199,999, less than the price of 200,000 gas.
    expect(payAfter(blocks, { state, minimumGasPrice: 1n })).toEqual([])
    expect(amountIn(state, 'rewardBalance')).toBe(999_999n)
    expect(cell(state, 'brokenSelectionRule')).toEqual(new Uint8Array([1]))
  })

  it('stay in the federation balance when each federator’s part is too small', () => {
    const state = emptyState()
    const blocks = listBlocks(15, {
      5: { ...minedBy(miner), paidFees: 5_000_000n },
      6: { ...minedBy(miner), paidFees: 86_000_000n },
    })
    expect(payAfter(blocks.slice(0, 15), { state, minimumGasPrice: 1n })).toEqual([
      [labs, 200_000n],
      [miner, 792_000n],
    ])
    expect(amountIn(state, 'federationBalance')).toBe(8000n)

    // 90 million in rewards: 18 million, 3.6 to labs, 144,000 to the federation that now has 152,000.
    expect(payAfter(blocks, { state, minimumGasPrice: 1n })).toEqual([
      [labs, 3_600_000n],
      [federators[0], 50_666n],
      [federators[1], 50_666n],
      [federators[2], 50_668n],
      [miner, 14_256_000n],
    ])
    expect(cell(state, 'federationBalance')).toEqual(emptyBytes)
  })

  it('are paid before that rule, to the old labs address of mainnet', () => {
    const hasty: Network = { ...mainnet, remasc: { ...mainnet.remasc, maturity: 10, syntheticSpan: 5 } }
    const blocks = listBlocks(14, { 5: { paidFees: 5000n } }, hasty)
    const early = payAfter(blocks, { network: hasty, minimumGasPrice: 10n ** 9n })
    expect(early).toHaveLength(1 + 3 + 1)
    expect(early[0]).toEqual(['14d3065c8eb89895f4df12450ec6b130049f8034', 200n])

    const late = payAfter(blocks, { network: hasty, rulesOf: 3_614_800 })
    expect(late[0]).toEqual(['dcb12179ba4697350f66224c959bdd9c282818df', 200n])
  })
})

describe('the payment to the miners', () => {
  it('fails on a network that has no federation to pay', () => {
    expect(() => payAfter(listBlocks(40, {}, devnet), { network: devnet, federators: [] })).toThrow(
      PrecompileFailure,
    )
  })

  it('never creates or loses wei: all matured fees are paid, burned or still kept', () => {
    const blockOptions = fc.record({
      paidFees: fc.bigInt(0n, 10n ** 9n),
      uncleAges: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
      uncleFees: fc.bigInt(0n, 10n ** 9n),
    })
    fc.assert(
      fc.property(
        fc.array(blockOptions, { minLength: 30, maxLength: 30 }),
        fc.bigInt(0n, 300n),
        (choices, minimumGasPrice) => {
          const options = choices.map(({ paidFees, uncleAges, uncleFees }, number) => ({
            paidFees,
            uncles: uncleAges
              .filter((age) => age < number)
              .map((age, index) => headerAt(number - age, { paidFees: uncleFees, gasUsed: index })),
          }))
          const blocks = listBlocks(29, { ...options })
          const state = emptyState()
          let paid = 0n
          for (let height = 1; height <= blocks.length; height++) {
            for (const [, amount] of payAfter(blocks.slice(0, height), { state, minimumGasPrice }))
              paid += amount
          }
          const matured = blocks.slice(1, blocks.length - regtest.remasc.maturity + 1)
          const kept = ['rewardBalance', 'burnedBalance', 'federationBalance'].map((name) =>
            amountIn(state, name),
          )
          expect(kept.reduce((sum, amount) => sum + amount, paid)).toBe(
            matured.reduce((sum, { header }) => sum + header.paidFees, 0n),
          )
          expect(state.balance(remascAddress)).toBe(-paid)
        },
      ),
      { numRuns: 15 },
    )
  })
})
