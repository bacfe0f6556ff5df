import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../primitives/hex.ts'
import { testnet } from '../protocol/networks/definitions.ts'
import { MiningError } from './inputs/miningError.ts'
import { localMiningSettings } from './inputs/miningSettings.ts'
import { bob, MiningWorld, stranger, transactionOf } from './miningWorld.cases.ts'

/** A timer that a test triggers. */
class ManualTimer {
  readonly #callbacks = new Map<() => void, number>()

  readonly repeatEvery = (milliseconds: number, callback: () => void): (() => void) => {
    this.#callbacks.set(callback, milliseconds)
    return () => this.#callbacks.delete(callback)
  }

  get periods(): number[] {
    return [...this.#callbacks.values()]
  }

  tick(): void {
    for (const callback of this.#callbacks.keys()) callback()
  }
}

describe('a block for each transaction', () => {
  function started() {
    const world = new MiningWorld()
    const miner = world.miner({ mode: { kind: 'per-transaction' } })
    miner.start()
    return { world, miner }
  }

  it('is mined when the submitting call returns', () => {
    const { world } = started()
    const transaction = transactionOf()
    world.pool.add(transaction)
    expect(world.chain.transaction(transaction.hash)?.block.number).toBe(1)
    expect(world.pool.pendingCount).toBe(0)
  })

  it('contains a transaction that fails', () => {
    const { world } = started()
    const failing = transactionOf({ to: null, data: Uint8Array.of(0xfe), value: 0n })
    world.pool.add(failing)
    expect(world.chain.transaction(failing.hash)?.receipt.success).toBe(false)
  })

  it('is not mined for a transaction that cannot be executed', () => {
    const { world } = started()
    world.pool.add(transactionOf({ value: 10n ** 40n }))
    expect(world.chain.head.number).toBe(0)
    expect(world.pool.pendingCount).toBe(0)
  })

  it('is not mined while mining is stopped, and follows when it starts', () => {
    const { world, miner } = started()
    miner.stop()
    expect(miner.isStarted).toBe(false)
    world.pool.add(transactionOf())
    world.pool.add(transactionOf({ nonce: 1 }))
    expect(world.chain.head.number).toBe(0)
    miner.start()
    expect(miner.isStarted).toBe(true)
    expect(world.chain.head.transactions).toHaveLength(3)
    expect(world.chain.head.number).toBe(1)
  })

  it('is followed by others until every pending transaction is mined', () => {
    const { world, miner } = started()
    miner.stop()
    const burning = { gas: 6_000_000, to: null, value: 0n, data: Uint8Array.of(0xfe) }
    world.pool.add(...[0, 1, 2].map((nonce) => transactionOf({ ...burning, nonce })))
    const tooLarge = transactionOf({ from: bob, gas: 9_990_000 })
    world.pool.add(tooLarge)
    miner.start()
    expect(world.chain.head.number).toBe(3)
    expect(world.pool.has(tooLarge)).toBe(true)
    expect(world.pool.pendingCount).toBe(1)
  })

  it('can still be mined on demand', () => {
    const { world, miner } = started()
    miner.mine()
    expect(world.chain.head.number).toBe(1)
  })

  it('is mined once although mining was started twice', () => {
    const { world, miner } = started()
    miner.start()
    world.pool.add(transactionOf())
    expect(world.chain.head.number).toBe(1)
    miner.stop()
    miner.stop()
    world.pool.add(transactionOf({ nonce: 1 }))
    expect(world.chain.head.number).toBe(1)
  })
})

describe('mining in intervals', () => {
  function ticking() {
    const world = new MiningWorld()
    const timer = new ManualTimer()
    const mode = { kind: 'interval', milliseconds: 5000 } as const
    const miner = world.miner({ mode, repeatEvery: timer.repeatEvery })
    miner.start()
    return { world, timer, miner }
  }

  it('makes a block at each tick, empty or not', () => {
    const { world, timer } = ticking()
    expect(timer.periods).toEqual([5000])
    timer.tick()
    world.pool.add(transactionOf())
    expect(world.chain.head.number).toBe(1)
    timer.tick()
    expect(world.chain.head.transactions).toHaveLength(2)
  })

  it('stops its timer', () => {
    const { timer, miner } = ticking()
    miner.stop()
    expect(timer.periods).toEqual([])
  })

  it('continues after a block that could not be mined, and reports the error', () => {
    const world = new MiningWorld({ network: testnet, settings: { gasLimitTarget: 6_800_000n } })
    const timer = new ManualTimer()
    const chain = { ...world.seen, head: world.seen.head, extend: () => ({ status: 'orphan' }) as const }
    const mode = { kind: 'interval', milliseconds: 1 } as const
    world.miner({ mode, repeatEvery: timer.repeatEvery, chain }).start()
    timer.tick()
    expect(world.errors).toEqual([expect.any(MiningError)])
    expect(timer.periods).toEqual([1])
  })
})

describe('blocks on demand', () => {
  it('approach the target like the reference node’s', () => {
    const { header } = new MiningWorld().miner().mine()
    expect(toHexDigits(header.gasLimit)).toBe('0098705b')
    expect(header.coinbase).toEqual(localMiningSettings.coinbase)
    expect(toHexDigits(header.extraData)).toBe('c9018763616d6269756d')
  })

  it('are mined in any number', () => {
    const world = new MiningWorld()
    expect(
      world
        .miner()
        .mineMany(5)
        .map(({ header }) => header.number),
    ).toEqual([1, 2, 3, 4, 5])
    expect(world.chain.head.number).toBe(5)
  })

  it('can have a chosen timestamp, from which time continues', () => {
    const world = new MiningWorld()
    const miner = world.miner()
    expect(miner.mineAt(2_000_000_000).header.timestamp).toBe(2_000_000_000)
    expect(miner.mine().header.timestamp).toBe(2_000_000_001)
    world.systemMs += 60_000
    expect(miner.mine().header.timestamp).toBe(2_000_000_060)
  })

  it('follow an adjusted clock', () => {
    const world = new MiningWorld()
    world.clock.increase(3600)
    expect(world.miner().mine().header.timestamp).toBe(world.systemMs / 1000 + 3600)
  })

  it('cannot have a timestamp that is not later than the best block’s', () => {
    const world = new MiningWorld()
    const miner = world.miner()
    const { timestamp } = miner.mine().header
    expect(() => miner.mineAt(timestamp)).toThrow(MiningError)
    expect(world.chain.head.number).toBe(1)
  })

  it.each([true, false])('are checked for what settings can break, trusted by the chain: %s', (trusting) => {
    const world = new MiningWorld({ trusting, settings: { extraData: new Uint8Array(33) } })
    expect(() => world.miner().mine()).toThrow(/extra-data-length/)
    expect(world.chain.head.number).toBe(0)
  })

  it('cannot be mined without Bitcoin miners on a chain of high difficulty', () => {
    const world = new MiningWorld({ network: { ...testnet, minimumDifficulty: 2n ** 60n } })
    expect(() => world.miner().mine()).toThrow(/too high to mine without Bitcoin miners/)
  })
})

describe('mining many blocks', () => {
  it('leads to the same states on a chain that does not execute own blocks again', () => {
    const [verifying, trusting] = [new MiningWorld(), new MiningWorld({ trusting: true })]
    for (const world of [verifying, trusting]) {
      const miner = world.miner({ mode: { kind: 'per-transaction' } })
      miner.start()
      for (let nonce = 0; nonce < 30; nonce++)
        world.pool.add(transactionOf({ nonce, to: stranger(nonce % 7) }))
    }
    expect(trusting.chain.head.hash).toEqual(verifying.chain.head.hash)
    expect(trusting.chain.head.receipts).toEqual(verifying.chain.head.receipts)
    expect(trusting.chain.stateAt('latest')!.balance(stranger(3))).toBe(4n)
  })

  it('writes fork-detection data into every block with enough ancestors, and every rule accepts it', () => {
    const world = new MiningWorld()
    const blocks = world.miner().mineMany(460)
    expect(world.chain.head.hash).toEqual(blocks.at(-1)!.header.hash)
    expect(world.chain.head.number).toBe(460)
  })
})
