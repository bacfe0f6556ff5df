import { afterEach, describe, expect, it } from 'vitest'
import { alice, stranger, transactionOf } from '../../mining/miningWorld.cases.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Node } from '../node.ts'
import type { NodeOptions } from '../nodeOptions.ts'
import { openNode } from '../openNode.ts'
import type { LocalChain } from './localChain.ts'

const startMs = 1_700_000_000_000
const startSeconds = startMs / 1000

let node: Node
let local: LocalChain
async function start(options: NodeOptions = {}): Promise<void> {
  node = await openNode({ clock: () => startMs, ...options })
  local = node.local!
}
afterEach(() => node.close())

const balance = (): bigint => node.chain.stateAt('latest')!.balance(stranger(1))
const timestamp = (): number => node.chain.head.header.timestamp
const waiting = (): number[] => [node.pool.pendingCount, node.pool.queuedCount]

describe('mining on demand', () => {
  it('makes a block without pending transactions', async () => {
    await start()
    const block = local.mine()
    expect(toHex(node.chain.head.hash)).toBe(toHex(block.header.hash))
    expect(block.transactions).toHaveLength(1)
  })

  it('leaves transactions pending while mining is stopped', async () => {
    await start()
    local.stopMining()
    expect(node.mining?.isMining).toBe(false)
    node.submit(transactionOf({ nonce: 0 }))
    node.submit(transactionOf({ nonce: 1 }))
    expect(node.chain.head.number).toBe(0)
    local.startMining()
    expect(node.chain.head.number).toBe(1)
    expect(waiting()).toEqual([0, 0])
  })
})

describe('waiting transactions of a development chain', () => {
  it('are mined after any number of blocks and any time', async () => {
    let nowMs = startMs
    await start({
      development: { allocations: [{ address: alice.address, balance: 10n ** 18n }] },
      clock: () => nowMs,
    })
    node.submit(transactionOf({ nonce: 30 }))
    for (let nonce = 0; nonce < 30; nonce++) {
      nowMs += 3_600_000
      node.submit(transactionOf({ nonce }))
    }
    expect(waiting()).toEqual([0, 0])
    expect(node.chain.head.number).toBe(30)
  })
})

describe('time', () => {
  it('can be increased, and keeps its offset', async () => {
    await start()
    expect(local.increaseTime(100)).toBe(100)
    expect(local.increaseTime(20)).toBe(120)
    local.mine()
    expect(timestamp()).toBe(startSeconds + 120)
  })

  it('can be chosen for the next block, and continues from there', async () => {
    await start()
    local.setNextTimestamp(startSeconds + 1000)
    local.mine()
    local.mine()
    expect(timestamp()).toBe(startSeconds + 1001)
    local.mine(startSeconds + 5000)
    expect(timestamp()).toBe(startSeconds + 5000)
  })

  it('cannot be before the best block', async () => {
    await start()
    local.mine()
    expect(() => local.setNextTimestamp(startSeconds)).toThrow('is not later than')
    expect(() => local.setNextTimestamp(Number.NaN)).toThrow('is not a timestamp')
  })
})

describe('a snapshot', () => {
  it('restores state, blocks and clock', async () => {
    await start()
    node.submit(transactionOf({ value: 1n }))
    const before = toHex(node.chain.head.hash)
    expect(local.snapshot()).toBe(1)
    local.increaseTime(1000)
    node.submit(transactionOf({ nonce: 1, value: 10n }))
    expect(balance()).toBe(11n)

    expect(local.revert(1)).toBe(true)
    expect(toHex(node.chain.head.hash)).toBe(before)
    expect(balance()).toBe(1n)
    expect(waiting()).toEqual([0, 0])
    local.mine()
    expect(timestamp()).toBe(startSeconds + 1)
  })

  it('restores the pool', async () => {
    await start({ mining: { kind: 'manual' } })
    node.submit(transactionOf({ nonce: 0, value: 1n }))
    node.submit(transactionOf({ nonce: 2 }))
    local.snapshot()
    local.mine()
    node.submit(transactionOf({ nonce: 1 }))
    local.mine()
    expect(waiting()).toEqual([0, 0])
    local.revert(1)
    expect(waiting()).toEqual([1, 1])
    expect(node.pool.localTransactions()).toHaveLength(2)
    local.mine()
    expect(balance()).toBe(1n)
  })

  it('can be restored again, and drops the later ones', async () => {
    await start()
    expect([local.snapshot(), local.snapshot(), local.snapshot()]).toEqual([1, 2, 3])
    local.mine()
    expect(local.revert(2)).toBe(true)
    expect(local.revert(3)).toBe(false)
    local.mine()
    expect(local.revert(2)).toBe(true)
    expect(node.chain.head.number).toBe(0)
    expect(local.snapshot()).toBe(3)
  })

  it('that does not exist changes nothing', async () => {
    await start()
    local.mine()
    for (const unknown of [0, 1, -1, 0.5, Number.NaN]) expect(local.revert(unknown)).toBe(false)
    expect(node.chain.head.number).toBe(1)
  })

  it('allows the same blocks to be mined again', async () => {
    await start()
    local.snapshot()
    const first = local.mine()
    local.revert(1)
    const second = local.mine()
    expect(toHex(second.header.hash)).toBe(toHex(first.header.hash))
    expect(node.chain.head.number).toBe(1)
    node.submit(transactionOf())
    expect(node.chain.head.number).toBe(2)
  })

  it('does not make uncles of the reverted blocks', async () => {
    await start()
    local.mine()
    local.snapshot()
    local.mine()
    local.revert(1)
    node.submit(transactionOf())
    expect(node.chain.head.uncles).toEqual([])
  })

  it('does not return reverted transactions to the pool', async () => {
    await start()
    local.snapshot()
    node.submit(transactionOf())
    const announced: unknown[] = []
    node.pool.onPending((transactions) => announced.push(...transactions))
    local.revert(1)
    expect(announced).toEqual([])
    expect(node.pool.nextNonce(alice.address)).toBe(0n)
  })

  it('of an abandoned branch makes that branch the best', async () => {
    await start({ mining: { kind: 'manual' } })
    node.submit(transactionOf())
    local.mine()
    const before = toHex(node.chain.head.hash)
    local.snapshot()
    const rival = await openNode({ mining: { kind: 'manual' } })
    for (const block of [rival.local!.mine(), rival.local!.mine()]) node.chain.import(block)
    rival.close()
    expect(waiting()).toEqual([1, 0])
    local.revert(1)
    expect(toHex(node.chain.head.hash)).toBe(before)
    expect(waiting()).toEqual([0, 0])
  })

  it('discards the work of miners on reverted blocks', async () => {
    await start()
    local.snapshot()
    local.mine()
    const { hash } = node.mining!.work.getWork()
    local.revert(1)
    expect(node.mining!.work.submitNonce(hash, 0)).toBe(false)
  })
})

describe('a reset', () => {
  it('returns to the genesis block and drops snapshots, waiting transactions and the offset of the clock', async () => {
    await start({ mining: { kind: 'manual' } })
    local.mine()
    local.snapshot()
    local.increaseTime(500)
    node.submit(transactionOf())
    local.reset()
    expect(node.chain.head.number).toBe(0)
    expect(waiting()).toEqual([0, 0])
    expect(local.revert(1)).toBe(false)
    expect(local.snapshot()).toBe(1)
    local.mine()
    expect(timestamp()).toBe(startSeconds)
  })
})
