import { describe, expect, it } from 'vitest'
import { compareBytes } from '../../primitives/bytes.ts'
import { headerAt, ListedBlocks, listBlocks } from '../nativeWorld.cases.ts'
import { breaksSelectionRule, familyAt, type Sibling } from './siblings.ts'

const siblingOf = (header: Sibling['header']): Sibling => ({
  header,
  publisher: new Uint8Array(20),
  includedAt: header.number + 1,
})

describe('the siblings of a block', () => {
  it('are the uncles of its height in the seven blocks after it, in order of inclusion', () => {
    const at5 = (byte: number) => headerAt(5, { coinbase: new Uint8Array(20).fill(byte) })
    const publisher = new Uint8Array(20).fill(9)
    const blocks = listBlocks(14, {
      6: { uncles: [at5(1), headerAt(4), at5(2)] },
      7: { uncles: [headerAt(6)] },
      12: { coinbase: publisher, uncles: [at5(3)] },
      13: { uncles: [at5(4)] },
    })
    const { siblings } = familyAt(new ListedBlocks(blocks), blocks[14]!.header.hash, 5)!
    expect(siblings.map(({ header, includedAt }) => [header.coinbase[0], includedAt])).toEqual([
      [1, 6],
      [2, 6],
      [3, 12],
    ])
    expect(siblings[2]!.publisher).toEqual(publisher)
  })

  it('are those of the requested branch', () => {
    const blocks = listBlocks(8, { 6: { uncles: [headerAt(5, { gasUsed: 1 })] } })
    const branch = listBlocks(8, { 6: { gasUsed: 7 } })
    const chain = new ListedBlocks([...blocks, ...branch])
    expect(familyAt(chain, blocks[8]!.header.hash, 5)?.siblings).toHaveLength(1)
    expect(familyAt(chain, branch[8]!.header.hash, 5)?.siblings).toHaveLength(0)
  })

  it('do not depend on earlier requests', () => {
    const uncleOf = (height: number) => ({ uncles: [headerAt(height, { gasUsed: 1 })] })
    const blocks = listBlocks(24, { 8: uncleOf(6), 12: uncleOf(7), 15: uncleOf(9) })
    const branch = [
      ...blocks.slice(0, 10),
      ...listBlocks(24, { 10: { gasUsed: 7 }, 12: uncleOf(9) }).slice(10),
    ]
    const chain = new ListedBlocks([...blocks, ...branch])
    const questions = [blocks, branch].flatMap((list) =>
      Array.from({ length: 16 }, (_, height) => ({ tip: list[24]!.header.hash, height })),
    )
    const orders = [questions, [...questions].reverse(), questions.toSorted((a, b) => a.height - b.height)]
    for (const order of orders) {
      for (const { tip, height } of order) {
        expect(familyAt(chain, tip, height)).toEqual(
          familyAt(new ListedBlocks([...blocks, ...branch]), tip, height),
        )
      }
    }
  })

  it('are unknown when the chain lacks the block', () => {
    const blocks = listBlocks(14).slice(6)
    expect(familyAt(new ListedBlocks(blocks), blocks.at(-1)!.header.hash, 5)).toBeUndefined()
  })
})

describe('the selection rule', () => {
  const fees = (paidFees: bigint) => headerAt(5, { paidFees })
  /** Two headers with equal fees, the one with the lower hash first. */
  const byHash = (paidFees: bigint) =>
    [1, 2].map((gasUsed) => headerAt(5, { paidFees, gasUsed })).sort((a, b) => compareBytes(a.hash, b.hash))

  it('is not broken by a block without siblings', () => {
    expect(breaksSelectionRule(fees(0n), [])).toBe(false)
  })

  it('is broken when a sibling paid more than twice the fees', () => {
    expect(breaksSelectionRule(fees(10n), [siblingOf(fees(21n))])).toBe(true)
  })

  it('is broken by a lower hash if the fees are not below half', () => {
    const [lower, higher] = byHash(10n)
    expect(breaksSelectionRule(higher!, [siblingOf(lower!)])).toBe(true)
    expect(breaksSelectionRule(lower!, [siblingOf(higher!)])).toBe(false)
  })

  it('ignores hashes when no block paid fees', () => {
    const [lower, higher] = byHash(0n)
    expect(breaksSelectionRule(higher!, [siblingOf(lower!)])).toBe(false)
  })

  it('ignores a sibling with half the fees or less', () => {
    const block = fees(20n)
    const poor = [1, 2, 3, 4, 5].map((gasUsed) => siblingOf(headerAt(5, { paidFees: 10n, gasUsed })))
    expect(breaksSelectionRule(block, poor)).toBe(false)
  })

  it('is broken when a sibling has more uncles', () => {
    const block = headerAt(5, { paidFees: 20n, uncleCount: 1 })
    const rival = (uncleCount: number) => siblingOf(headerAt(5, { uncleCount }))
    expect(breaksSelectionRule(block, [rival(1)])).toBe(false)
    expect(breaksSelectionRule(block, [rival(1), rival(2)])).toBe(true)
  })
})
