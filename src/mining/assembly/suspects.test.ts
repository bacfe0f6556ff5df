import { describe, expect, it } from 'vitest'
import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { bob, MiningWorld, people, stranger, transactionOf } from '../miningWorld.cases.ts'
import { Suspects } from './suspects.ts'

const transaction = transactionOf({ from: bob })

/** A block with these transactions on the genesis block of the local chain. */
function blockOf(...transactions: readonly Transaction[]): Block {
  const world = new MiningWorld()
  world.pool.add(...transactions)
  return world.assembler.assemble().block
}

/** Suspects after a number of own blocks with the transaction have been replaced by another block. */
function afterLosses(count: number, adopted: readonly Block[]): Suspects {
  const suspects = new Suspects()
  const own = blockOf(transaction)
  for (let loss = 0; loss < count; loss++) {
    suspects.accepted(own)
    suspects.abandoned([own], adopted)
  }
  return suspects
}

describe('a transaction in own blocks that were abandoned', () => {
  it('is avoided after three of them', () => {
    expect(afterLosses(2, [blockOf()]).isAvoided(transaction)).toBe(false)
    expect(afterLosses(3, [blockOf()]).isAvoided(transaction)).toBe(true)
    expect(afterLosses(3, [blockOf()]).isExcluded(transaction)).toBe(false)
  })

  it('is not avoided if the adopted blocks have it, too', () => {
    expect(afterLosses(3, [blockOf(transaction)]).isAvoided(transaction)).toBe(false)
  })

  it('is not avoided if the chain was rewound', () => {
    expect(afterLosses(3, []).isAvoided(transaction)).toBe(false)
  })

  it('is not avoided if the blocks were those of other miners', () => {
    const suspects = new Suspects()
    for (let loss = 0; loss < 3; loss++) suspects.abandoned([blockOf(transaction)], [blockOf()])
    expect(suspects.isAvoided(transaction)).toBe(false)
  })

  it('is forgotten with everything else by clear', () => {
    const suspects = afterLosses(3, [blockOf()])
    suspects.exclude(transaction)
    suspects.clear()
    expect([suspects.isAvoided(transaction), suspects.isExcluded(transaction)]).toEqual([false, false])
  })
})

describe('a rejected block', () => {
  const six = people.slice(0, 6).map((from, mark) => transactionOf({ from, to: stranger(mark) }))

  it('halves the number of transactions, and each accepted block doubles it', () => {
    const suspects = new Suspects()
    expect(suspects.rejected(blockOf(...six))).toBeUndefined()
    expect(suspects.maximumTransactions).toBe(3)
    suspects.accepted(blockOf(...six.slice(0, 3)))
    expect(suspects.maximumTransactions).toBe(6)
  })

  it('excludes its only transaction, and lifts the limit', () => {
    const suspects = new Suspects()
    suspects.rejected(blockOf(...six.slice(0, 2)))
    expect(suspects.rejected(blockOf(transaction))).toEqual(transaction)
    expect(suspects.isExcluded(transaction)).toBe(true)
    expect(suspects.maximumTransactions).toBe(Number.POSITIVE_INFINITY)
  })

  it('has no effect if it was assembled before the number was lowered', () => {
    const suspects = new Suspects()
    suspects.rejected(blockOf(...six))
    suspects.rejected(blockOf(...six.slice(0, 5)))
    expect(suspects.maximumTransactions).toBe(3)
  })

  it('has no effect if it has no transactions', () => {
    const suspects = new Suspects()
    expect(suspects.rejected(blockOf())).toBeUndefined()
    expect(suspects.maximumTransactions).toBe(Number.POSITIVE_INFINITY)
  })
})
