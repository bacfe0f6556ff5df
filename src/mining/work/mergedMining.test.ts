import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { asciiBytes, asHash, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex, toHexDigits } from '../../primitives/hex.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { withSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { WorkRefused } from '../inputs/miningError.ts'
import { bob, MiningWorld, transactionOf } from '../miningWorld.cases.ts'
import {
  coinbaseBytes,
  headerBytes,
  merkleBranch,
  type PoolBlockOptions,
  poolBlock,
  transactionIds,
} from '../proof/bitcoinBlock.cases.ts'
import { proofWithNonce } from '../proof/localProof.ts'
import type { MergedMining, SubmittedWork } from './mergedMining.ts'

function newWorld() {
  const world = new MiningWorld()
  return { world, mining: world.mergedMining() }
}

const solve = (mining: MergedMining, options: PoolBlockOptions = {}) => {
  const { hash, target } = mining.getWork()
  return poolBlock(hash, target, options)
}

type BitcoinBlock = ReturnType<typeof poolBlock>

const submitted = (block: BitcoinBlock) => ({ header: headerBytes(block), coinbase: coinbaseBytes(block) })

/** The three forms in which a solved Bitcoin block can be submitted. */
const forms: Readonly<Record<string, (mining: MergedMining, block: BitcoinBlock) => SubmittedWork>> = {
  'the whole block': (mining, block) => mining.submitBitcoinBlock(block.toBuffer()),
  'the ids of its transactions': (mining, block) =>
    mining.submitTransactions(submitted(block), transactionIds(block)),
  'a merkle branch': (mining, block) => mining.submitPartialMerkle(submitted(block), merkleBranch(block)),
}

describe('work', () => {
  it('gives the hash to mine, the target, the fees and the parent', () => {
    const { world, mining } = newWorld()
    world.pool.add(transactionOf({ gasPrice: 3n }))
    const work = mining.getWork()
    expect(toHex(work.target)).toBe(`0x${'5'.repeat(64)}`)
    expect(work.feesPaidToMiner).toBe(3n * 21_000n)
    expect(work.parentHash).toEqual(world.chain.head.hash)
  })

  it('stays the same until the best block changes', () => {
    const { world, mining } = newWorld()
    const { hash } = mining.getWork()
    world.pool.add(transactionOf())
    expect(mining.getWork().hash).toEqual(hash)
    world.miner().mine()
    const renewed = mining.getWork()
    expect(renewed.hash).not.toEqual(hash)
    expect(renewed.parentHash).toEqual(world.chain.head.hash)
  })

  it('is replaced when it is a minute old', () => {
    const { world, mining } = newWorld()
    const { hash } = mining.getWork()
    world.systemMs += 59_999
    expect(mining.getWork().hash).toEqual(hash)
    world.systemMs += 1
    expect(mining.getWork().hash).not.toEqual(hash)
  })

  it('is notified once for each parent, and again when fees rise by more than a tenth', () => {
    const world = new MiningWorld()
    const mining = world.mergedMining()
    const notified = () => mining.getWork().notify
    const addLater = (transaction: Transaction) => {
      world.pool.add(transaction)
      world.systemMs += 60_000
    }
    expect([notified(), notified()]).toEqual([true, false])
    addLater(transactionOf({ gasPrice: 100n }))
    expect([notified(), notified()]).toEqual([true, false])
    addLater(transactionOf({ from: bob, gasPrice: 10n }))
    expect(notified()).toBe(false)
    addLater(transactionOf({ from: bob, nonce: 1, gasPrice: 1n }))
    expect(notified()).toBe(true)
    world.miner().mine()
    expect([notified(), notified()]).toEqual([true, false])
  })
})

describe.each(Object.keys(forms))('a solution as %s', (name) => {
  const submit = forms[name]!

  it.each([0, 1, 2, 3, 4, 7, 12])('is accepted with %i other transactions', (others) => {
    const { world, mining } = newWorld()
    world.pool.add(transactionOf())
    const submission = submit(mining, solve(mining, { others }))
    expect(submission).toEqual({
      result: 'IMPORTED_BEST',
      blockHash: world.chain.head.hash,
      blockNumber: 1,
    })
    expect(world.chain.head.transactions).toHaveLength(2)
  })

  it.each([0, 1, 6])('with %i other transactions is accepted before RSKIP92 too', (others) => {
    const world = new MiningWorld({ network: withSchedule(regtest, { upgrades: { orchid: 2 } }) })
    const mining = world.mergedMining()
    expect(submit(mining, solve(mining, { others })).result).toBe('IMPORTED_BEST')
    expect(submit(mining, solve(mining, { others })).result).toBe('IMPORTED_BEST')
    expect(world.chain.head.number).toBe(2)
  })

  it('is recognised when it is submitted again', () => {
    const { mining } = newWorld()
    const block = solve(mining, { others: 2 })
    const { blockHash } = submit(mining, block)
    expect(submit(mining, block)).toEqual({ result: 'EXIST', blockHash, blockNumber: 1 })
  })

  it('is stored as a side block when another solution of the same work came first', () => {
    const { world, mining } = newWorld()
    const { hash, target } = mining.getWork()
    submit(mining, poolBlock(hash, target))
    const sibling = submit(mining, poolBlock(hash, target, { extraNonce: 1, others: 1 }))
    expect(sibling.result).toBe('IMPORTED_NOT_BEST')
    expect(world.chain.block(sibling.blockHash)).toBeDefined()
  })

  it('is refused when the Bitcoin hash misses the target', () => {
    const { world, mining } = newWorld()
    const { hash } = mining.getWork()
    const refusal = refusalOf(() => submit(mining, solve(mining, { failing: true })))
    expect(refusal.message).toMatch(
      new RegExp(`^Invalid block supplied by miner: [0-9a-f]{64} ${toHexDigits(hash)} at height 1$`),
    )
    expect(world.chain.head.number).toBe(0)
  })

  it('is refused for work that was never handed out', () => {
    const { mining } = newWorld()
    const { target } = mining.getWork()
    const unknown = asHash(new Uint8Array(32).fill(0xab))
    expect(refusalOf(() => submit(mining, poolBlock(unknown, target))).message).toBe(
      `Cannot publish block, could not find hash 0x${'ab'.repeat(32)} in the cache`,
    )
  })

  it('is refused without a tag, with the bytes in its place as the unknown hash', () => {
    const { mining } = newWorld()
    const block = solve(mining, { tag: asciiBytes('RSKBLACK:') })
    expect(refusalOf(() => submit(mining, block)).message).toBe(
      `Cannot publish block, could not find hash 0x${'00'.repeat(29)}ffffff in the cache`,
    )
  })

  it('is refused when too many bytes follow the tag', () => {
    const { mining } = newWorld()
    const { hash, target } = mining.getWork()
    const block = poolBlock(hash, target, { afterHash: new Uint8Array(125) })
    expect(() => submit(mining, block)).toThrow(/^Invalid block supplied by miner/)
  })

  it('is accepted for the latest twenty pieces of work, and refused for older ones', () => {
    const { world, mining } = newWorld()
    const works = Array.from({ length: 21 }, () => {
      world.systemMs += 60_000
      return mining.getWork()
    })
    const [oldest, next] = works.map(({ hash, target }) => poolBlock(hash, target))
    expect(refusalOf(() => submit(mining, oldest!)).message).toMatch(/could not find hash/)
    expect(submit(mining, next!).result).toBe('IMPORTED_BEST')
  })

  it('is refused after the chain was rewound', () => {
    const { mining } = newWorld()
    const block = solve(mining)
    mining.reset()
    expect(() => submit(mining, block)).toThrow(WorkRefused)
  })
})

describe('a tampered proof', () => {
  it('with another transaction is refused', () => {
    const { mining } = newWorld()
    const block = solve(mining, { others: 3 })
    const ids = transactionIds(block)
    ids[2] = new Uint8Array(32)
    expect(() => mining.submitTransactions(submitted(block), ids)).toThrow(/^Invalid block supplied by miner/)
  })

  it('with another merkle hash is refused', () => {
    const { mining } = newWorld()
    const block = solve(mining, { others: 3 })
    const branch = merkleBranch(block)
    branch[1] = new Uint8Array(32)
    expect(() => mining.submitPartialMerkle(submitted(block), branch)).toThrow(
      /^Invalid block supplied by miner/,
    )
  })

  it('with another coinbase is refused', () => {
    const { mining } = newWorld()
    const { hash, target } = mining.getWork()
    const block = poolBlock(hash, target, { others: 1 })
    const coinbase = coinbaseBytes(poolBlock(hash, target, { others: 1, extraNonce: 1 }))
    const parts = { header: headerBytes(block), coinbase }
    expect(() => mining.submitPartialMerkle(parts, merkleBranch(block))).toThrow(
      /^Invalid block supplied by miner/,
    )
  })

  it('does not block the valid one', () => {
    const { mining } = newWorld()
    const block = solve(mining, { others: 3 })
    const branch = merkleBranch(block)
    expect(() => mining.submitPartialMerkle(submitted(block), branch.slice(0, 2))).toThrow(WorkRefused)
    expect(mining.submitPartialMerkle(submitted(block), branch).result).toBe('IMPORTED_BEST')
  })
})

describe('a Bitcoin block without proof of work', () => {
  /** Three transactions are announced, and the last one is cut off. */
  const cutOff = (block: BitcoinBlock) => block.toBuffer().subarray(0, -1)

  it('is refused before its transactions are read', () => {
    const { mining } = newWorld()
    const block = solve(mining, { others: 2, failing: true })
    expect(() => mining.submitBitcoinBlock(cutOff(block))).toThrow(/^Invalid block supplied by miner/)
  })

  it('is refused for unknown work before its transactions are read', () => {
    const { mining } = newWorld()
    const unknown = asHash(new Uint8Array(32).fill(0xab))
    const block = poolBlock(unknown, mining.getWork().target, { others: 2 })
    expect(() => mining.submitBitcoinBlock(cutOff(block))).toThrow(/could not find hash/)
  })
})

describe('malformed submissions', () => {
  it('refuses an empty merkle branch with the reference node’s message', () => {
    const { mining } = newWorld()
    expect(refusalOf(() => mining.submitPartialMerkle(submitted(solve(mining)), [])).message).toBe(
      "The list of merkle hashes can't be empty",
    )
  })

  it('reports data that cannot be decoded', () => {
    const { mining } = newWorld()
    const block = solve(mining, { others: 1 })
    const whole = block.toBuffer()
    const attempts = [
      () => mining.submitBitcoinBlock(new Uint8Array(0)),
      () => mining.submitBitcoinBlock(whole.subarray(0, 80)),
      () => mining.submitBitcoinBlock(whole.subarray(0, whole.length - 1)),
      () => mining.submitBitcoinBlock(concatBytes(whole, Uint8Array.of(0))),
      () => mining.submitBitcoinBlock(concatBytes(whole.subarray(0, 80), Uint8Array.of(0))),
      () => mining.submitTransactions(submitted(block), []),
      () => mining.submitTransactions(submitted(block), [new Uint8Array(31)]),
      () =>
        mining.submitTransactions({ ...submitted(block), header: Uint8Array.of(0) }, transactionIds(block)),
      () => mining.submitPartialMerkle({ ...submitted(block), coinbase: fromHex('01') }, merkleBranch(block)),
    ]
    for (const attempt of attempts) expect(attempt).toThrow(DecodeError)
  })

  it('refuses any corrupted bytes without another failure', () => {
    const { world, mining } = newWorld()
    const whole = solve(mining, { others: 3 }).toBuffer()
    const mutations = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(mutations, fc.nat(whole.length), (changes, length) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        const cut = length % 3 === 0 ? bytes.subarray(0, length) : bytes
        try {
          mining.submitBitcoinBlock(cut)
        } catch (error) {
          if (!(error instanceof DecodeError) && !(error instanceof WorkRefused)) throw error
        }
      }),
      { numRuns: 300 },
    )
    expect(world.chain.head.number).toBeLessThan(2)
  })
})

describe('a nonce for the Bitcoin block that this node makes', () => {
  const nonceFor = (mining: MergedMining, world: MiningWorld, meets: boolean): number => {
    const { hash, target } = mining.getWork()
    const time = world.clock.nowSeconds
    const isSolved = (nonce: number) =>
      new BitcoinHeader(proofWithNonce(hash, time, nonce).header).hashNumber <= toBigInt(target)
    for (let nonce = 0; ; nonce++) if (isSolved(nonce) === meets) return nonce
  }

  it('is accepted once', () => {
    const { world, mining } = newWorld()
    const { hash } = mining.getWork()
    const nonce = nonceFor(mining, world, true)
    expect(mining.submitNonce(hash, nonce)).toBe(true)
    expect(world.chain.head.number).toBe(1)
    expect(mining.submitNonce(hash, nonce)).toBe(false)
  })

  it('is refused when it misses the target or the work is unknown', () => {
    const { world, mining } = newWorld()
    const { hash } = mining.getWork()
    expect(mining.submitNonce(hash, nonceFor(mining, world, false))).toBe(false)
    expect(mining.submitNonce(asHash(new Uint8Array(32)), 0)).toBe(false)
    expect(world.chain.head.number).toBe(0)
  })
})

describe('the next block', () => {
  it('includes a sibling as an uncle of the next block, which passes every rule', () => {
    const { world, mining } = newWorld()
    const { hash, target } = mining.getWork()
    mining.submitBitcoinBlock(poolBlock(hash, target).toBuffer())
    const { blockHash } = mining.submitBitcoinBlock(poolBlock(hash, target, { extraNonce: 1 }).toBuffer())
    const { header, uncles } = world.miner().mine()
    expect(uncles.map((uncle) => uncle.hash)).toEqual([blockHash])
    expect(header.uncleCount).toBe(1)
    expect(world.miner().mine().uncles).toEqual([])
  })
})

function refusalOf(attempt: () => unknown): WorkRefused {
  try {
    attempt()
  } catch (error) {
    if (error instanceof WorkRefused) return error
    throw error
  }
  throw new Error('the submission was not refused')
}
