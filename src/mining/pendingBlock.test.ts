import { describe, expect, it } from 'vitest'
import {
  bob,
  carol,
  dave,
  deployment,
  MiningWorld,
  people,
  stranger,
  transactionOf,
} from './miningWorld.cases.ts'
import { PendingBlock } from './pendingBlock.ts'

function pendingWorld() {
  const world = new MiningWorld()
  const { assembler, seen: chain, pool, clock } = world
  return { world, pending: new PendingBlock({ assembler, chain, pool, clock }) }
}

describe('the pending block', () => {
  it('has the pending transactions and their results', () => {
    const { world, pending } = pendingWorld()
    world.pool.add(transactionOf({ value: 5n }))
    const { block, result } = pending.assembled
    expect(block.header.number).toBe(1)
    expect(block.transactions).toHaveLength(2)
    expect(result.receipts[0]!.gasUsed).toBe(21_000)
    expect(pending.view().state.balance(stranger(1))).toBe(5n)
  })

  it('changes neither chain nor pool', () => {
    const { world, pending } = pendingWorld()
    world.pool.add(transactionOf())
    pending.view().state.addBalance(stranger(1), 1n)
    expect(world.chain.head.number).toBe(0)
    expect(world.pool.pendingCount).toBe(1)
    expect(pending.view().state.balance(stranger(1))).toBe(1n)
  })

  it('is the same until the best block, the pool or the clock’s setting changes', () => {
    const { world, pending } = pendingWorld()
    const seen = new Set([pending.assembled])
    const isNew = (): boolean => {
      const { size } = seen
      expect(pending.assembled).toBe(pending.assembled)
      return seen.add(pending.assembled).size > size
    }
    world.systemMs += 1000
    expect(isNew()).toBe(false)
    world.pool.add(transactionOf())
    expect(isNew()).toBe(true)
    world.pool.remove(transactionOf().hash)
    expect(isNew()).toBe(true)
    world.clock.increase(10)
    expect(isNew()).toBe(true)
    world.miner().mine()
    expect(isNew()).toBe(true)
    pending.forget()
    expect(isNew()).toBe(true)
  })

  it('is not filled beyond a bound of work, as the blocks of miners are', () => {
    const { world, pending } = pendingWorld()
    const endless = deployment('loop: @loop JUMP', { from: dave })
    world.pool.add(endless.transaction)
    world.miner().mine()
    const cheap = transactionOf()
    const heavy = transactionOf({ from: bob, to: endless.address, value: 0n, gas: 6_000_000 })
    const behind = transactionOf({ from: carol })
    world.pool.add(cheap, heavy, behind)
    expect(pending.assembled.block.transactions.slice(0, -1)).toEqual([cheap])
    expect(world.pool.pendingCount).toBe(3)
    expect(world.miner().mine().transactions).toHaveLength(4)
    expect(world.errors).toEqual([])
  })

  it('counts the transactions of a bounded block that hardly execute', () => {
    const { world, pending } = pendingWorld()
    world.pool.add(...people.flatMap((from) => [0, 1].map((nonce) => transactionOf({ from, nonce }))))
    expect(pending.assembled.block.transactions).toHaveLength(2 * people.length + 1)
  })

  it('stops following the pool when it is closed', () => {
    const { world, pending } = pendingWorld()
    pending.close()
    const before = pending.assembled
    const replaced = transactionOf()
    world.pool.remove(replaced.hash)
    expect(pending.assembled).toBe(before)
  })

  it('has the chosen timestamp, which the mined block still gets', () => {
    const { world, pending } = pendingWorld()
    world.clock.setNextTimestamp(2_000_000_000)
    expect(pending.assembled.block.header.timestamp).toBe(2_000_000_000)
    expect(world.miner().mine().header.timestamp).toBe(2_000_000_000)
  })
})
