import { describe, expect, it } from 'vitest'
import type { ImportOutcome } from '../chain/importing/outcome.ts'
import { toHex } from '../primitives/hex.ts'
import type { Block } from '../protocol/block.ts'
import { Transaction } from '../protocol/transactions/transaction.ts'
import type { MiningChain } from './inputs/miningChain.ts'
import { alice, bob, carol, MiningWorld, people, stranger, transactionOf } from './miningWorld.cases.ts'
import { poolBlock } from './proof/bitcoinBlock.cases.ts'

/* Mining continues after a transaction, or a block of its own, has failed. */

/** A valid transaction whose execution throws, as a defect of the engine would make it. */
class FailingTransaction extends Transaction {
  override get sender(): never {
    throw new Error('a defect of the engine')
  }
}

const failing = (nonce = 0): Transaction => new FailingTransaction(transactionOf({ from: bob, nonce }))

const hashes = (transactions: readonly Transaction[]): string[] => transactions.map(({ hash }) => toHex(hash))

/** The chain as mining sees it, except that it rejects blocks that have one of these transactions. */
function rejecting(world: MiningWorld, offenders: readonly Transaction[]): MiningChain {
  const refused = new Set(hashes(offenders))
  const hasOffender = ({ transactions }: Block): boolean =>
    hashes(transactions).some((hash) => refused.has(hash))
  const rejection = { reason: 'state-root', detail: 'another root was expected' } as const
  return {
    ...world.seen,
    get head() {
      return world.seen.head
    },
    extend: (block, execution): ImportOutcome =>
      hasOffender(block) ? { status: 'rejected', rejection } : world.seen.extend(block, execution),
  }
}

const oneOfEach = (count: number): Transaction[] =>
  people.slice(0, count).map((from, mark) => transactionOf({ from, to: stranger(mark) }))

describe('a transaction whose execution throws', () => {
  it('is dropped, and the other transactions are mined', () => {
    const world = new MiningWorld()
    const others = [transactionOf({ from: alice }), transactionOf({ from: carol, to: stranger(2) })]
    const faulty = failing()
    world.pool.add(others[0]!, faulty, others[1]!)
    const block = world.miner().mine()
    expect(hashes(block.transactions.slice(0, -1))).toEqual(hashes(others))
    expect(world.pool.pendingCount).toBe(0)
    expect(world.errors).toMatchObject([{ name: 'MiningError', message: /a defect of the engine/ }])
  })

  it('is dropped when it is the only candidate', () => {
    const world = new MiningWorld()
    const miner = world.miner({ mode: { kind: 'per-transaction' } })
    miner.start()
    world.pool.add(failing())
    expect(world.pool.pendingCount).toBe(0)
    expect(world.chain.head.number).toBe(0)
    world.pool.add(transactionOf())
    expect(world.chain.head.number).toBe(1)
  })

  it('is not executed again when a peer sends it again', () => {
    const world = new MiningWorld()
    world.pool.add(failing())
    world.miner().mine()
    world.pool.add(failing(), transactionOf())
    expect(world.miner().mine().transactions).toHaveLength(2)
    expect(world.pool.pendingCount).toBe(0)
    expect(world.errors).toHaveLength(1)
  })

  it('cannot stop mining in large numbers', () => {
    const world = new MiningWorld()
    world.pool.add(...Array.from({ length: 40 }, (_, nonce) => failing(nonce)), transactionOf())
    const miner = world.miner()
    for (let blocks = 0; world.pool.pendingCount > 0 && blocks < 4; blocks++) miner.mine()
    expect(world.pool.pendingCount).toBe(0)
    expect(world.chain.transaction(transactionOf().hash)).toBeDefined()
  })

  it('does not keep the pending block from being assembled', () => {
    const world = new MiningWorld()
    world.pool.add(failing(), transactionOf())
    expect(world.assembler.assemble().block.transactions).toHaveLength(2)
  })
})

describe('a block of ours that the chain rejects', () => {
  it('is followed by one without the offending transaction, and mining continues', () => {
    const world = new MiningWorld()
    const offender = transactionOf({ from: bob })
    const miner = world.miner({
      chain: rejecting(world, [offender]),
      mode: { kind: 'per-transaction' },
    })
    miner.start()
    world.pool.add(offender)
    expect(world.chain.head.number).toBe(0)
    expect(world.pool.has(offender)).toBe(false)
    expect(world.errors).toMatchObject([{ message: /was dropped/ }, { message: /rejects the mined block/ }])
    world.pool.add(transactionOf())
    expect(world.chain.head.number).toBe(1)
    world.pool.add(offender, transactionOf({ nonce: 1 }))
    expect(hashes(world.chain.head.transactions)).not.toContain(toHex(offender.hash))
    expect(world.chain.head.number).toBe(2)
  })

  it.each([0, 3, 9])('leads to the one offender among ten transactions, here number %i', (position) => {
    const world = new MiningWorld()
    const transactions = oneOfEach(10)
    const offender = transactions[position]!
    const miner = world.miner({ chain: rejecting(world, [offender]) })
    world.pool.add(...transactions)
    for (let blocks = 0; world.pool.pendingCount > 0 && blocks < 20; blocks++) miner.mine()
    expect(world.pool.pendingCount).toBe(0)
    const mined = transactions.filter(({ hash }) => world.chain.transaction(hash) !== undefined)
    expect(hashes(mined)).toEqual(hashes(transactions.filter((transaction) => transaction !== offender)))
  })

  it('leads to several offenders, each dropped alone', () => {
    const world = new MiningWorld()
    const transactions = oneOfEach(10)
    const offenders = [transactions[1]!, transactions[2]!, transactions[7]!]
    const miner = world.miner({ chain: rejecting(world, offenders), mode: { kind: 'per-transaction' } })
    world.pool.add(...transactions)
    miner.start()
    expect(world.pool.pendingCount).toBe(0)
    const missing = transactions.filter(({ hash }) => world.chain.transaction(hash) === undefined)
    expect(hashes(missing)).toEqual(hashes(offenders))
  })

  it('is followed by one without uncles when they are the cause', () => {
    const world = new MiningWorld()
    const rival = new MiningWorld({ settings: { extraData: Uint8Array.of(1) } })
    world.miner().mine()
    for (const block of rival.miner().mineMany(2)) world.chain.import(block)
    const rejection = { reason: 'uncle-parent', detail: 'the parent is too old' } as const
    const chain: MiningChain = {
      ...world.seen,
      extend: (block, execution) =>
        block.uncles.length > 0 ? { status: 'rejected', rejection } : world.seen.extend(block, execution),
    }
    expect(world.miner({ chain }).mine().uncles).toEqual([])
    expect(world.chain.head.number).toBe(3)
  })

  it('is an error when no other block would be accepted', () => {
    const world = new MiningWorld()
    const rejection = { reason: 'timestamp', detail: 'it is too late' } as const
    const chain: MiningChain = { ...world.seen, extend: () => ({ status: 'rejected', rejection }) }
    world.pool.add(transactionOf())
    expect(() => world.miner({ chain }).mine()).toThrow('timestamp: it is too late')
    expect(world.pool.pendingCount).toBe(1)
  })

  it('makes new work for miners without the offending transaction', () => {
    const world = new MiningWorld()
    const offender = transactionOf({ gasPrice: 5n })
    const mining = world.mergedMining({ chain: rejecting(world, [offender]) })
    world.pool.add(offender)
    const { hash, target, feesPaidToMiner } = mining.getWork()
    expect(feesPaidToMiner).toBe(105_000n)
    expect(mining.submitBitcoinBlock(poolBlock(hash, target).toBuffer()).result).toBe('INVALID_BLOCK')
    const renewed = mining.getWork()
    expect(renewed.feesPaidToMiner).toBe(0n)
    const solved = poolBlock(renewed.hash, renewed.target)
    expect(mining.submitBitcoinBlock(solved.toBuffer()).result).toBe('IMPORTED_BEST')
  })
})

describe('a block of ours that the network does not build on', () => {
  /** Imports blocks of another miner until its branch is the best. */
  function overtake(world: MiningWorld, rival: MiningWorld): void {
    while (toHex(world.chain.head.hash) !== toHex(rival.chain.head.hash)) {
      world.chain.import(rival.miner().mine())
    }
  }

  it('is left for the longer branch, on which mining continues', () => {
    const world = new MiningWorld()
    const rival = new MiningWorld({ settings: { extraData: Uint8Array.of(1) } })
    const mining = world.mergedMining()
    world.pool.add(transactionOf())
    const abandoned = world.miner().mine()
    expect(mining.getWork().parentHash).toEqual(abandoned.header.hash)
    overtake(world, rival)
    const { head } = world.chain
    expect(mining.getWork().parentHash).toEqual(head.hash)
    expect(world.miner().mine().header.parentHash).toEqual(head.hash)
  })

  it('is followed by blocks without a transaction that was in three abandoned blocks, which stays in the pool', () => {
    const world = new MiningWorld()
    const rival = new MiningWorld({ settings: { extraData: Uint8Array.of(1) } })
    const offender = transactionOf({ from: bob })
    for (let loss = 1; loss <= 3; loss++) {
      if (!world.pool.has(offender)) world.pool.add(offender)
      expect(hashes(world.miner().mine().transactions)).toContain(toHex(offender.hash))
      overtake(world, rival)
    }
    world.pool.add(offender, transactionOf())
    expect(hashes(world.miner().mine().transactions)).not.toContain(toHex(offender.hash))
    expect(world.chain.transaction(transactionOf().hash)).toBeDefined()
    expect(world.pool.has(offender)).toBe(true)
  })
})
