import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../chain/blockFactory.cases.ts'
import { person } from '../execution/executionWorld.cases.ts'
import { toHex } from '../primitives/hex.ts'
import type { Block } from '../protocol/block.ts'
import { remascTransaction } from '../protocol/transactions/remasc.ts'
import { TransactionPool } from './pool.ts'
import { followChain } from './poolChain.ts'
import { payment } from './poolWorld.cases.ts'

const cow = person('cow')
const factory = new BlockFactory()
const { genesis } = factory
const sent = payment(cow)

const withPayment = (parent: Block): Block =>
  factory.next(parent, { transactions: [sent, remascTransaction(parent.header.number + 1)] })

function poolOver(chain: ReturnType<typeof factory.chainWith>): TransactionPool {
  return new TransactionPool({ chain: followChain(chain), clock: () => 0 })
}

describe('a pool that follows a chain', () => {
  it('reads accounts and head of the chain', () => {
    const chain = factory.chainWith([])
    const pool = poolOver(chain)
    expect(pool.add(sent)).toEqual({ status: 'pending' })
    chain.import(withPayment(genesis))
    expect(pool.pendingCount).toBe(0)
    expect(pool.nextNonce(cow.address)).toBe(1n)
  })

  it('takes back the transactions of an abandoned branch, once', () => {
    const chain = factory.chainWith([withPayment(genesis)])
    const pool = poolOver(chain)
    const announced: string[] = []
    pool.onPending((transactions) => announced.push(...transactions.map(({ hash }) => toHex(hash))))
    for (const block of factory.branch(genesis, 3, 9)) chain.import(block)
    expect(chain.head.number).toBe(3)
    expect(announced).toEqual([toHex(sent.hash)])
    expect(pool.pendingCount).toBe(1)
  })

  it('can be unsubscribed', () => {
    const chain = factory.chainWith([])
    const changes: number[] = []
    const end = followChain(chain).onHead(({ added }) => changes.push(added.length))
    const [first, second] = factory.branch(genesis, 2, 1)
    chain.import(first!)
    end()
    chain.import(second!)
    expect(changes).toEqual([1])
  })
})
