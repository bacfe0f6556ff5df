import { describe, expect, it } from 'vitest'
import { asHash } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import { type Block, encodeBlock } from '../protocol/block.ts'
import { networks } from '../protocol/networks/definitions.ts'
import { encodeReceipt } from '../protocol/receipts.ts'
import { remascSender } from '../protocol/transactions/remasc.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import { BlockFactory, countingExecutor } from './blockFactory.cases.ts'
import { openChain } from './openChain.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 15, 1)
const [first, second] = trunk as [Block, Block]

describe('a new chain', () => {
  it.each(Object.values(networks))('starts at the genesis block of $name', (network) => {
    const chain = openChain({ store: memoryStore(), network, clock: () => 0, execute: countingExecutor })
    expect(chain.head.number).toBe(0)
    expect(chain.totalDifficulty(chain.head.hash)).toBe(chain.head.header.difficulty)
    const [funded] = network.genesis.allocations
    expect(chain.stateAt('earliest')?.balance(funded!.address)).toBe(funded!.balance)
  })
})

describe('lookups', () => {
  const chain = factory.chainWith(trunk)
  const head = trunk.at(-1)!

  it('find blocks by hash, by number and by name', () => {
    expect(encodeBlock(chain.block(second.header.hash)!)).toEqual(encodeBlock(second))
    expect(chain.select(second.header.hash)?.number).toBe(2)
    expect(chain.select(2)?.hash).toEqual(second.header.hash)
    expect(chain.select('latest')?.hash).toEqual(head.header.hash)
    expect(chain.select('earliest')?.hash).toEqual(factory.genesis.header.hash)
    expect(chain.select('safe')?.number).toBe(10)
    expect(chain.select('finalized')?.number).toBe(5)
  })

  it('give undefined for unknown blocks and transactions', () => {
    expect(chain.select(16)).toBeUndefined()
    expect(chain.select(-1)).toBeUndefined()
    expect(chain.select(0.5)).toBeUndefined()
    expect(chain.select(2 ** 53)).toBeUndefined()
    const nowhere = asHash(new Uint8Array(32))
    expect(chain.block(nowhere)).toBeUndefined()
    expect(chain.stateAt(nowhere)).toBeUndefined()
    expect(chain.transaction(nowhere)).toBeUndefined()
    expect(chain.ancestor(nowhere, 0)).toBeUndefined()
  })

  it('find a transaction with its block, position and receipt', () => {
    const transaction = second.transactions[0]!
    const found = chain.transaction(transaction.hash)!
    expect(found.block.hash).toEqual(second.header.hash)
    expect(found.index).toBe(0)
    expect(toHex(found.transaction.encoded)).toBe(toHex(transaction.encoded))
    expect(encodeReceipt(found.receipt)).toEqual(encodeReceipt(chain.block(second.header.hash)!.receipts[0]!))
  })

  it('give the state after any block', () => {
    for (const block of trunk) {
      expect(chain.stateAt(block.header.hash)?.nonce(remascSender)).toBe(BigInt(block.header.number))
    }
  })

  it('find ancestors on every branch', () => {
    const forked = factory.chainWith(trunk)
    const side = factory.branch(trunk[3]!, 5, 2)
    for (const block of side) expect(forked.import(block)).toEqual({ status: 'side' })
    const tip = side.at(-1)!.header.hash
    expect(forked.ancestor(tip, 9)?.hash).toEqual(tip)
    expect(forked.ancestor(tip, 6)?.hash).toEqual(side[1]!.header.hash)
    expect(forked.ancestor(tip, 4)?.hash).toEqual(trunk[3]!.header.hash)
    expect(forked.ancestor(tip, 1)?.hash).toEqual(first.header.hash)
    expect(forked.ancestor(tip, 10)).toBeUndefined()
    expect(forked.ancestor(head.header.hash, 6)?.hash).toEqual(trunk[5]!.header.hash)
  })
})

describe('safe and finalized', () => {
  it('are never before the genesis block', () => {
    const chain = factory.chainWith([first])
    expect(chain.select('safe')?.number).toBe(0)
    expect(chain.select('finalized')?.number).toBe(0)
  })
})
