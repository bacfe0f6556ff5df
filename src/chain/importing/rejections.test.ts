import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import type { Block } from '../../protocol/block.ts'
import { forkDetectionData } from '../../protocol/forkDetection.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import type { HeaderFields, MergedMiningFields } from '../../protocol/headers/header.ts'
import { mineHeader } from '../../protocol/mergedMining/mineHeader.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import { Transaction } from '../../protocol/transactions/transaction.ts'
import { BlockFactory } from '../blockFactory.cases.ts'
import type { OpenChainParts } from '../openChain.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 9, 1)
const parent = trunk.at(-1)!
const uncle = factory.next(trunk[6]!, { extraData: Uint8Array.of(7) })
const block = factory.next(parent, { uncles: [uncle.header], logs: [[], []] })
const otherHash = asHash(new Uint8Array(32).fill(9))

/** Imports a block into a chain with its relatives and checks that the rejection does not change the chain. */
function answerTo(offered: Block, parts: Partial<OpenChainParts> = {}): string {
  const chain = factory.chainWith([...trunk, uncle], parts)
  const outcome = chain.import(offered)
  expect(chain.head.hash).toEqual(parent.header.hash)
  expect(chain.block(offered.header.hash)).toBeUndefined()
  return outcome.status === 'rejected' ? outcome.rejection.reason : outcome.status
}

const withHeader = (changes: Partial<HeaderFields>): Block => ({
  ...block,
  header: sealHeader({ ...block.header, ...changes }, regtest),
})

const withMinedHeader = (changes: Partial<HeaderFields>): Block => ({
  ...block,
  header: mineHeader({ ...block.header, ...changes }, regtest),
})

describe('a valid block', () => {
  it('is accepted before it is changed', () => {
    expect(factory.chainWith([...trunk, uncle]).import(block)).toEqual({ status: 'best' })
  })
})

describe('a block with another value in its header is rejected', () => {
  const changes: [what: string, changes: Partial<HeaderFields>, reason: string][] = [
    ['parentHash', { parentHash: otherHash }, 'orphan'],
    ['unclesHash', { unclesHash: otherHash }, 'uncles-hash'],
    ['coinbase', { coinbase: new Uint8Array(20) }, 'state-root'],
    ['stateRoot', { stateRoot: otherHash }, 'state-root'],
    ['transactionsRoot', { transactionsRoot: otherHash }, 'transactions-root'],
    ['receiptsRoot', { receiptsRoot: otherHash }, 'receipts-root'],
    ['logsBloom', { logsBloom: new Uint8Array(256).fill(1) }, 'logs-bloom'],
    ['difficulty', { difficulty: 2n }, 'difficulty'],
    ['number too high', { number: 11 }, 'block-number'],
    ['number too low', { number: 9 }, 'block-number'],
    ['gasLimit too low', { gasLimit: signedBytes(9_000_000n) }, 'gas-limit-range'],
    ['gasLimit too high', { gasLimit: unsignedBytes(11_000_000) }, 'gas-limit-range'],
    ['extraData', { extraData: new Uint8Array(33) }, 'extra-data-length'],
    ['minimumGasPrice', { minimumGasPrice: 2n }, 'minimum-gas-price-range'],
    ['minimumGasPrice missing', { minimumGasPrice: null }, 'minimum-gas-price-range'],
    ['edges past the last transaction', { edges: [3] }, 'edges'],
    ['edges at the start', { edges: [0] }, 'edges'],
    ['edges that repeat', { edges: [1, 1] }, 'edges'],
    ['edges of too many lists', { edges: [1, 2, 3] }, 'edges'],
  ]

  it.each(changes)('%s, mined again, for the rule it breaks', (_, changed, reason) => {
    expect(answerTo(withMinedHeader(changed))).toBe(reason)
  })

  const otherProof = (changed: Partial<MergedMiningFields>) => ({
    mergedMining: { ...block.header.mergedMining!, ...changed },
  })
  const onlyWorkCovers: [what: string, changes: Partial<HeaderFields>, reason: string][] = [
    ['timestamp', { timestamp: 99 }, 'proof-of-work'],
    ['gasUsed', { gasUsed: 1 }, 'proof-of-work'],
    ['paidFees', { paidFees: 1n }, 'proof-of-work'],
    ['uncleCount', { uncleCount: 0 }, 'proof-of-work'],
    ['ummRoot', { ummRoot: new Uint8Array(20) }, 'proof-of-work'],
    ['baseEvent', { baseEvent: Uint8Array.of(1) }, 'proof-of-work'],
    ['mergedMining missing', { mergedMining: null }, 'proof-of-work'],
    ['bitcoin header', otherProof({ header: new Uint8Array(80) }), 'proof-of-work'],
    ['merkle proof', otherProof({ merkleProof: Uint8Array.of(1, 2, 3) }), 'proof-of-work'],
    ['bitcoin coinbase', otherProof({ coinbase: new Uint8Array(200) }), 'proof-of-work'],
  ]
  const checkedBeforeWork = new Set([
    'uncles-hash',
    'transactions-root',
    'difficulty',
    'block-number',
    'gas-limit-range',
    'minimum-gas-price-range',
  ])

  it.each([...changes, ...onlyWorkCovers])('%s, with the work of the true block', (_, changed, reason) => {
    expect(answerTo(withHeader(changed))).toBe(checkedBeforeWork.has(reason) ? reason : 'proof-of-work')
  })
})

describe('a timestamp', () => {
  const timely = {
    ...regtest,
    maximumFutureSeconds: 60,
    activations: { ...regtest.activations, rskip179: -1 },
  }

  it('may be as far in the future as the network allows, and no further', () => {
    const chain = factory.chainWith([], { network: timely, clock: () => 1_000 })
    const early = factory.next(factory.genesis, { timestamp: 1_061 })
    expect(chain.import(early)).toMatchObject({ status: 'rejected', rejection: { reason: 'timestamp' } })
    expect(chain.import(factory.next(factory.genesis, { timestamp: 1_060 }))).toEqual({ status: 'best' })
  })
})

describe('a block with another body is rejected', () => {
  const [payment, second] = [block.transactions[0]!, block.transactions[1]!]
  const remasc = remascTransaction(10)
  const unsigned = new Transaction({ ...fieldsOf(second), signature: null, chainId: 0 })
  const bodies: [what: string, transactions: readonly Transaction[], reason: string][] = [
    ['a transaction twice', [payment, payment, remasc], 'transaction-nonce'],
    ['transactions in another order', [second, payment, remasc], 'transaction-nonce'],
    ['an unsigned transaction', [payment, unsigned, remasc], 'transaction-fields'],
    [
      'the REMASC transaction of another block',
      [payment, second, remascTransaction(11)],
      'transaction-nonce',
    ],
    ['no REMASC transaction', [payment, second], 'remasc-transaction'],
  ]

  it.each(bodies)('%s', (_, transactions, reason) => {
    expect(answerTo(factory.next(parent, { transactions }))).toBe(reason)
  })

  it('with a missing transaction', () => {
    expect(answerTo({ ...block, transactions: [payment, remasc] })).toBe('transactions-root')
  })

  it('with a transaction below the minimum gas price', () => {
    expect(answerTo(factory.next(parent, { logs: [[]], minimumGasPrice: 1n }))).toBe('transaction-gas-price')
  })

  it('with uncles that do not match the header', () => {
    expect(answerTo({ ...block, uncles: [] })).toBe('uncles-hash')
  })

  it.each([
    ['twice the same', [uncle.header, uncle.header], 'uncle-repeated'],
    ['an ancestor', [trunk[7]!.header], 'uncle-is-ancestor'],
    ['one of another family', [factory.next(uncle, {}).header], 'uncle-parent'],
    ['one too old', [factory.next(trunk[0]!, { extraData: Uint8Array.of(8) }).header], 'uncle-number'],
    ['more than ten', Array.from({ length: 11 }, () => uncle.header), 'uncle-count'],
    ['one without work', [sealHeader({ ...uncle.header, timestamp: 5 }, regtest)], 'proof-of-work'],
  ])('with invalid uncles: %s', (_, uncles, reason) => {
    expect(answerTo(factory.next(parent, { uncles }))).toBe(reason)
  })

  it('with an uncle that an ancestor includes', () => {
    const chain = factory.chainWith([...trunk, uncle, block])
    const again = factory.next(block, { uncles: [uncle.header] })
    expect(chain.import(again)).toMatchObject({ rejection: { reason: 'uncle-already-used' } })
  })

  it('with logs that its execution does not emit', () => {
    const bloom = factory.next(parent, {
      logs: [[{ address: remasc.to!, topics: [], data: new Uint8Array(0) }]],
    }).header.logsBloom
    expect(answerTo(factory.next(parent, { logs: [[]], logsBloom: bloom }))).toBe('logs-bloom')
  })
})

describe('fork-detection data (RSKIP110)', () => {
  const early = factory.branch(factory.genesis, 449, 3)
  const chain = factory.chainWith(early)
  const tip = early.at(-1)!
  const data = forkDetectionData(tip.header, (number) => chain.select(number)!.header)

  it('must be in the coinbase from block 450 on', () => {
    expect(chain.head.number).toBe(449)
    const without = factory.next(tip)
    expect(chain.import(without)).toMatchObject({ rejection: { reason: 'fork-detection-data' } })
  })

  it('must describe the chain', () => {
    const wrong = factory.next(tip, { mining: { forkDetectionData: data.map((byte) => byte ^ 1) } })
    expect(chain.import(wrong)).toMatchObject({ rejection: { reason: 'fork-detection-data' } })
    const right = factory.next(tip, { mining: { forkDetectionData: data } })
    expect(chain.import(right)).toEqual({ status: 'best' })
  })
})

describe('a second block with number 0', () => {
  it('is rejected', () => {
    expect(answerTo(withMinedHeader({ number: 0, parentHash: factory.genesis.header.hash }))).toBe(
      'block-number',
    )
  })
})

function fieldsOf({ nonce, gasPrice, gasLimit, to, value, data, chainId, signature }: Transaction) {
  return { nonce, gasPrice, gasLimit, to, value, data, chainId, signature }
}
