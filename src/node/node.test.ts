import { afterEach, describe, expect, it, vi } from 'vitest'
import { MiningError } from '../mining/inputs/miningError.ts'
import { alice, bob, deployment, people, stranger, transactionOf } from '../mining/miningWorld.cases.ts'
import { toHex } from '../primitives/hex.ts'
import { mainnet } from '../protocol/networks/definitions.ts'
import type { Node } from './node.ts'
import type { NodeOptions } from './nodeOptions.ts'
import { openNode } from './openNode.ts'

const nodes: Node[] = []
async function nodeWith(options: NodeOptions = {}): Promise<Node> {
  const node = await openNode(options)
  nodes.push(node)
  return node
}
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

describe('a local node', () => {
  it('mines a transaction before the call that submits it returns', async () => {
    const node = await nodeWith()
    const transaction = transactionOf({ value: 5n })
    expect(node.submit(transaction)).toEqual({ status: 'pending' })
    const found = node.chain.transaction(transaction.hash)
    expect(found?.block.number).toBe(1)
    expect(found?.receipt.success).toBe(true)
    expect(node.chain.stateAt('latest')?.balance(stranger(1))).toBe(5n)
    expect(node.pool.pendingCount).toBe(0)
  })

  it('mines a transaction that fails, with a receipt of its failure', async () => {
    const node = await nodeWith()
    const { transaction, address } = deployment('0 0 REVERT')
    node.submit(transaction)
    const call = transactionOf({ nonce: 1, to: address, value: 0n })
    expect(node.submit(call)).toEqual({ status: 'pending' })
    expect(node.chain.transaction(call.hash)?.receipt.success).toBe(false)
  })

  it('queues a transaction until the one before it arrives, and mines them together', async () => {
    const node = await nodeWith()
    expect(node.submit(transactionOf({ nonce: 1 }))).toEqual({ status: 'queued' })
    expect(node.chain.head.number).toBe(0)
    node.submit(transactionOf({ nonce: 0 }))
    expect(node.chain.head.number).toBe(1)
    expect(node.chain.stateAt('latest')?.nonce(alice.address)).toBe(2n)
  })

  it('returns the reason for a rejected transaction, and changes nothing', async () => {
    const node = await nodeWith()
    node.submit(transactionOf())
    const refused = node.submit(transactionOf({ value: 2n }))
    expect(refused).toMatchObject({ status: 'rejected', rejection: { reason: 'nonce-too-low' } })
    expect(node.chain.head.number).toBe(1)
    expect(node.pool.pendingCount + node.pool.queuedCount).toBe(0)
  })

  it('throws if no block can include a transaction that the pool accepted', async () => {
    // The pool compares with the minimum gas price of the best block; that of the next block is higher.
    const node = await nodeWith({ minimumGasPriceTarget: 1n })
    const transaction = transactionOf({ gasPrice: 0n })
    expect(() => node.submit(transaction)).toThrow(MiningError)
    expect(node.pool.get(transaction.hash)).toBeUndefined()
    expect(node.chain.head.number).toBe(0)
  })

  it('has the ten funded accounts of the genesis, unlocked', async () => {
    const node = await nodeWith()
    expect(node.wallet?.accounts.map(toHex)).toEqual(people.map(({ address }) => toHex(address)))
    expect(node.chain.stateAt('latest')?.balance(alice.address)).toBe(10n ** 30n)
    expect(node.wallet?.dumpKey(bob.address)).toEqual(bob.key)
  })

  it('has other accounts if the options contain them', async () => {
    const node = await nodeWith({ accountSeeds: ['horse'], privateKeys: [alice.key] })
    expect(node.wallet?.accounts).toHaveLength(2)
    expect(node.wallet?.has(alice.address)).toBe(true)
  })

  it('returns the pending block and the state after it', async () => {
    const node = await nodeWith({ mining: { kind: 'manual' } })
    node.submit(transactionOf({ value: 7n }))
    const { block, receipts, state } = node.pending()
    expect(block.header.number).toBe(1)
    expect(block.transactions).toHaveLength(2)
    expect(receipts).toHaveLength(2)
    expect(state.balance(stranger(1))).toBe(7n)
    expect(node.chain.stateAt('latest')?.balance(stranger(1))).toBe(0n)
  })

  it('approaches the given gas limit and minimum gas price', async () => {
    const node = await nodeWith({ gasLimitTarget: 20_000_000n, minimumGasPriceTarget: 1n })
    node.local?.mine()
    const { header } = node.chain.head
    expect(Number(toHex(header.gasLimit))).toBeGreaterThan(10_000_000)
    expect(header.minimumGasPrice).toBe(1n)
  })

  it('mines in intervals until it is closed', async () => {
    vi.useFakeTimers()
    try {
      const node = await nodeWith({ mining: { kind: 'interval', milliseconds: 1000 } })
      node.submit(transactionOf())
      expect(node.chain.head.number).toBe(0)
      vi.advanceTimersByTime(2500)
      expect(node.chain.head.number).toBe(2)
      node.close()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not keep the process alive by mining', async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    await nodeWith({ mining: { kind: 'interval', milliseconds: 60_000 } })
    const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    expect(after).toBe(before)
  })

  it('can be closed twice', async () => {
    const node = await nodeWith()
    node.close()
    expect(() => node.close()).not.toThrow()
  })

  it('is independent of other nodes in the process', async () => {
    const [first, second] = [await nodeWith(), await nodeWith()]
    first.submit(transactionOf())
    expect(second.chain.head.number).toBe(0)
    expect(second.submit(transactionOf())).toEqual({ status: 'pending' })
  })
})

describe('a node of a public network', () => {
  it('is refused with upgrade heights of its own', async () => {
    const upgrades = { upgrades: { iris300: 5 } }
    await expect(openNode({ network: 'testnet', upgrades })).rejects.toThrow(
      'upgrades: only a local chain can have its own schedule, not testnet',
    )
  })

  it('has no wallet, no commands of a local chain, and no work without a coinbase', async () => {
    const node = await nodeWith({ network: 'mainnet' })
    expect(node.network).toBe(mainnet)
    expect(node.wallet).toBeUndefined()
    expect(node.local).toBeUndefined()
    expect(node.mining).toBeUndefined()
    expect(node.pending().block.header.number).toBe(1)
  })

  it('has work with a coinbase', async () => {
    const node = await nodeWith({ network: 'testnet', coinbase: alice.address })
    expect(node.mining?.isMining).toBe(false)
    expect(node.mining?.work.getWork().parentHash).toEqual(node.chain.head.hash)
  })
})

describe('a reorganisation', () => {
  const transaction = transactionOf()

  async function loseAgainst(node: Node): Promise<void> {
    const rival = await nodeWith({ mining: { kind: 'manual' }, clock: () => 1_800_000_000_000 })
    for (const block of [rival.local!.mine(), rival.local!.mine()]) node.chain.import(block)
    expect(toHex(node.chain.select(2)!.hash)).toBe(toHex(rival.chain.head.hash))
  }

  it('returns the transactions of abandoned blocks to the pool', async () => {
    const node = await nodeWith({ mining: { kind: 'manual' } })
    node.submit(transaction)
    node.local?.mine()
    await loseAgainst(node)
    expect(node.chain.transaction(transaction.hash)).toBeUndefined()
    expect(node.pool.get(transaction.hash)?.pending).toBe(true)
    expect(node.local!.mine().uncles).toHaveLength(1)
    expect(node.chain.transaction(transaction.hash)?.block.number).toBe(3)
  })

  it('is followed by a block with the returned transactions if they are mined per transaction', async () => {
    const node = await nodeWith()
    node.submit(transaction)
    await loseAgainst(node)
    expect(node.chain.transaction(transaction.hash)?.block.number).toBe(3)
    expect(node.pool.pendingCount).toBe(0)
    expect(node.submit(transactionOf({ nonce: 1 }))).toEqual({ status: 'pending' })
    expect(node.chain.head.number).toBe(4)
  })
})
