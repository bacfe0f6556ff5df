import { describe, expect, it } from 'vitest'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { alice, bob, carol, type PaymentFields, PoolWorld, payment } from './poolWorld.cases.ts'

const of = (who: typeof alice, count: number, fields: PaymentFields = {}): Transaction[] =>
  Array.from({ length: count }, (_, nonce) => payment(who, { ...fields, nonce }))

describe('queued transactions', () => {
  it('become pending when the gap before them closes', () => {
    const world = new PoolWorld()
    const [first, second, third, , fifth] = of(alice, 5) as [
      Transaction,
      Transaction,
      Transaction,
      Transaction,
      Transaction,
    ]
    expect(world.add(third, second, fifth)).toEqual(['queued', 'queued', 'queued'])
    expect(world.announced).toEqual([])
    expect(world.add(first)).toEqual(['pending'])
    expect(world.pending).toEqual([first, second, third])
    expect(world.queued).toEqual([fifth])
    expect(world.announced).toEqual([first, second, third])
    expect(world.pool.nextNonce(alice.address)).toBe(3n)
  })

  it('are dropped when they would become pending and the sender cannot pay for them', () => {
    const world = new PoolWorld({}, 500_000n)
    const [first, second, third] = of(alice, 3)
    world.add(second!, third!, first!)
    const tooMuch = payment(bob, { nonce: 1, value: 200_000n })
    world.add(tooMuch, payment(bob, { nonce: 2 }), payment(bob, { nonce: 0, value: 100_000n }))
    expect(world.pool.get(tooMuch.hash)).toBeUndefined()
    expect(world.pool.get(third!.hash)).toBeUndefined()
    expect(world.pool.nextNonce(alice.address)).toBe(2n)
    expect(world.pool.nextNonce(bob.address)).toBe(1n)
    expect(world.queued).toEqual([payment(bob, { nonce: 2 })])
  })

  it('become pending when a block moves the account to their nonce', () => {
    const world = new PoolWorld()
    const [first, second] = of(alice, 2)
    world.add(second!)
    world.chain.mine([first!])
    expect(world.pending).toEqual([second])
    expect(world.announced).toEqual([second])
  })
})

describe('a block', () => {
  it('removes its transactions from the pool', () => {
    const world = new PoolWorld()
    const [first, second] = of(alice, 2)
    world.add(first!, second!, payment(bob))
    world.chain.mine([first!, payment(bob)])
    expect(world.pending).toEqual([second])
    expect(world.pool.pendingCount).toBe(1)
  })

  it('removes other transactions with the nonces that it used', () => {
    const world = new PoolWorld()
    world.add(payment(alice))
    world.chain.mine([payment(alice, { value: 1n })])
    expect(world.pool.pendingCount + world.pool.queuedCount).toBe(0)
  })

  it('does not announce again transactions that stay pending', () => {
    const world = new PoolWorld()
    const [first, second] = of(alice, 2)
    world.add(first!, second!)
    world.chain.mine([first!])
    expect(world.announced).toEqual([first, second])
  })

  it('drops transactions that the sender can no longer pay for', () => {
    const world = new PoolWorld({}, 500_000n)
    const [, second] = of(alice, 2)
    world.add(payment(alice), second!)
    world.chain.mine([payment(alice, { value: 100_000n })])
    expect(world.pool.get(second!.hash)).toBeUndefined()
  })

  it('is noticed by an addition before the chain announces it', () => {
    const world = new PoolWorld()
    const [first, second, third] = of(alice, 3)
    world.add(second!)
    world.chain.mineSilently([first!])
    expect(world.add(third!)).toEqual(['pending'])
    expect(world.pending).toEqual([second, third])
  })
})

describe('a reorganisation', () => {
  it('returns the transactions of abandoned blocks and keeps those that follow them', () => {
    const world = new PoolWorld()
    const [first, second, third] = of(alice, 3)
    world.add(first!, second!, third!)
    world.chain.mine([first!])
    world.chain.mine([second!, payment(bob)])
    world.chain.reorganise(2, [[], [payment(bob, { value: 1n })], []])
    expect(world.pending).toEqual([first, second, third])
    expect(world.queued).toEqual([])
  })

  it('announces the returned transactions', () => {
    const world = new PoolWorld()
    const [first, second] = of(alice, 2)
    world.add(second!)
    world.chain.mine([first!])
    world.chain.reorganise(1, [[], []])
    expect(world.announced).toEqual([second, first])
  })

  it('returns more transactions of one sender than may wait', () => {
    const world = new PoolWorld({ accountSlots: 2 })
    const transactions = of(alice, 4)
    world.chain.mine(transactions)
    world.chain.reorganise(1, [[]])
    expect(world.pending).toEqual(transactions)
  })

  it('does not return transactions of the new branch', () => {
    const world = new PoolWorld()
    world.chain.mine([payment(alice)])
    world.chain.reorganise(1, [[payment(alice)], []])
    expect(world.pool.pendingCount).toBe(0)
    expect(world.pool.nextNonce(alice.address)).toBe(1n)
  })

  it('queues a transaction whose predecessor was removed', () => {
    const world = new PoolWorld({}, 500_000n)
    const [first, second] = [payment(alice, { value: 200_000n }), payment(alice, { nonce: 1, gasPrice: 3n })]
    world.chain.mine([payment(bob)])
    world.chain.mine([first])
    world.add(second)
    world.chain.reorganise(1, [[], []])
    expect(world.pending).toEqual([first, second])
    world.pool.remove(first.hash)
    expect(world.queued).toEqual([second])
    expect(world.pool.nextNonce(alice.address)).toBe(0n)
  })
})

describe('old transactions', () => {
  it('expire 650 seconds after their arrival', () => {
    const world = new PoolWorld()
    world.add(payment(alice))
    world.nowMs += 400_000
    world.add(payment(bob))
    world.nowMs += 249_999
    expect(world.pool.pendingCount).toBe(2)
    world.nowMs += 1
    expect(world.pending).toEqual([payment(bob)])
  })

  it('expire when more than ten blocks have followed', () => {
    const world = new PoolWorld()
    world.add(payment(alice))
    for (let i = 0; i < 10; i++) world.chain.mine()
    expect(world.pool.pendingCount).toBe(1)
    world.chain.mine()
    expect(world.pool.pendingCount).toBe(0)
  })

  it('leave those that follow them queued', () => {
    const world = new PoolWorld()
    const [first, second] = of(alice, 2)
    world.add(first!)
    world.nowMs += 600_000
    world.add(second!)
    world.nowMs += 60_000
    expect(world.pending).toEqual([])
    expect(world.queued).toEqual([second])
  })

  it('have a new arrival when they become pending for the first time', () => {
    const world = new PoolWorld()
    const [first, second] = of(alice, 2)
    world.add(second!)
    world.nowMs += 600_000
    world.add(first!)
    world.nowMs += 600_000
    expect(world.pending).toEqual([first, second])
  })

  it('expire in the order of arrival even if the clock is set back', () => {
    const world = new PoolWorld()
    world.add(payment(alice))
    world.nowMs -= 500_000
    world.add(payment(bob))
    world.nowMs += 500_000 + 649_999
    expect(world.pool.pendingCount).toBe(2)
    world.nowMs += 1
    expect(world.pool.pendingCount).toBe(0)
  })
})

describe('the order for miners', () => {
  it('is by price, by nonce within a sender, and by arrival at one price', () => {
    const world = new PoolWorld()
    const a0 = payment(alice, { gasPrice: 5n })
    const a1 = payment(alice, { nonce: 1, gasPrice: 50n })
    const b0 = payment(bob, { gasPrice: 20n })
    const b1 = payment(bob, { nonce: 1, gasPrice: 5n })
    const c0 = payment(carol, { gasPrice: 20n })
    const queued = payment(carol, { nonce: 2, gasPrice: 99n })
    world.add(a0, a1, c0, b0, b1, queued)
    expect(world.order).toEqual([c0, b0, a0, a1, b1])
  })

  it('cannot be read further after the pool has changed', () => {
    const world = new PoolWorld()
    world.add(payment(alice), payment(bob))
    const order = world.pool.inExecutionOrder()
    order.next()
    world.add(payment(carol))
    expect(() => order.next()).toThrow('the pool changed')
  })
})

describe('a full pool', () => {
  const limits = { maximumTransactions: 3 }

  it('drops its cheapest transaction for one with a higher price', () => {
    const world = new PoolWorld(limits)
    const [cheap, dear] = [payment(alice, { gasPrice: 2n }), payment(bob, { gasPrice: 9n })]
    const middle = payment(bob, { nonce: 1, gasPrice: 5n })
    world.add(cheap, dear, middle)
    expect(world.add(payment(carol, { gasPrice: 3n }))).toEqual(['pending'])
    expect(world.pool.get(cheap.hash)).toBeUndefined()
    expect(world.pool.pendingCount).toBe(3)
  })

  it('rejects a transaction that offers no more than its cheapest', () => {
    const world = new PoolWorld(limits)
    world.add(payment(alice, { gasPrice: 2n }), ...of(bob, 2))
    const submission = world.pool.add(payment(carol, { gasPrice: 2n }))
    expect(submission).toMatchObject({ status: 'rejected', rejection: { reason: 'pool-full' } })
    expect(world.pool.pendingCount).toBe(3)
  })

  it('drops queued transactions before pending ones', () => {
    const world = new PoolWorld(limits)
    const queued = payment(alice, { nonce: 5, gasPrice: 99n })
    world.add(queued, ...of(bob, 2))
    expect(world.add(payment(carol, { gasPrice: 1n }))).toEqual(['pending'])
    expect(world.pool.get(queued.hash)).toBeUndefined()
    expect(world.add(payment(alice, { nonce: 6, gasPrice: 100n }))).toEqual(['rejected'])
  })

  it('drops the last nonce of a sender first, so that no gap opens', () => {
    const world = new PoolWorld(limits)
    const transactions = [1n, 7n, 8n].map((gasPrice, nonce) => payment(alice, { nonce, gasPrice }))
    world.add(...transactions)
    expect(world.add(payment(bob, { gasPrice: 9n }))).toEqual(['pending'])
    expect(world.pool.get(transactions[2]!.hash)).toBeUndefined()
    expect(world.add(payment(alice, { nonce: 2, gasPrice: 50n }))).toEqual(['rejected'])
  })

  it('is also limited in bytes', () => {
    const small = payment(alice, { gasPrice: 1n })
    const world = new PoolWorld({ maximumBytes: 3 * small.encoded.length })
    world.add(small, payment(alice, { nonce: 1, gasPrice: 2n }), payment(bob, { gasPrice: 9n }))
    const large = (gasPrice: bigint): Transaction =>
      payment(carol, { gasPrice, data: new Uint8Array(80), gasLimit: 30_000 })
    expect(world.add(large(1n), large(3n))).toEqual(['rejected', 'pending'])
    expect(world.order).toEqual([payment(bob, { gasPrice: 9n }), large(3n)])
  })

  it('accepts a replacement without dropping another transaction', () => {
    const world = new PoolWorld(limits)
    world.add(...of(alice, 3))
    expect(world.add(payment(alice, { nonce: 1, gasPrice: 14n }))).toEqual(['pending'])
    expect(world.pool.pendingCount).toBe(3)
  })
})

describe('the pool', () => {
  it('counts, finds and clears', () => {
    const world = new PoolWorld()
    const [first, , third] = of(alice, 3)
    world.add(first!, third!)
    expect([world.pool.pendingCount, world.pool.queuedCount]).toEqual([1, 1])
    expect(world.pool.get(first!.hash)).toMatchObject({ pending: true, sender: alice.address })
    expect(world.pool.get(third!.hash)).toMatchObject({ pending: false })
    expect(world.pool.nextNonce(bob.address)).toBe(0n)
    expect(world.pool.remove(payment(bob).hash)).toBe(false)
    world.pool.clear()
    expect([world.pool.pendingCount, world.pool.queuedCount]).toEqual([0, 0])
    expect(world.pool.nextNonce(alice.address)).toBe(0n)
  })

  it('distinguishes local transactions from those of peers', () => {
    const world = new PoolWorld()
    world.pool.add(payment(bob, { nonce: 3 }), { local: true })
    world.pool.add(payment(carol))
    world.pool.add(payment(alice), { local: true })
    expect(world.pool.localTransactions()).toEqual([payment(bob, { nonce: 3 }), payment(alice)])
  })

  it('can be used by its listeners', () => {
    const world = new PoolWorld()
    world.pool.onPending((transactions) => world.chain.mine(transactions))
    world.add(payment(alice))
    expect(world.pool.pendingCount).toBe(0)
    expect(world.chain.depth).toBe(1)
  })

  it('calls no listener after it was closed', () => {
    const world = new PoolWorld()
    world.pool.close()
    world.add(payment(alice))
    expect(world.announced).toEqual([])
    world.chain.mine([payment(alice)])
    expect(world.pool.get(payment(alice).hash)).toBeDefined()
  })
})
