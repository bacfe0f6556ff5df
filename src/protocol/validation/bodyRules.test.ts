import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { asciiBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { Block } from '../block.ts'
import { BlockIndex } from '../blockIndex.cases.ts'
import { genesisBlock } from '../genesis.ts'
import type { HeaderFields } from '../headers/header.ts'
import { localBlock } from '../localBlocks.cases.ts'
import { mainnet, regtest } from '../networks/definitions.ts'
import { rulesAt } from '../networks/rules.ts'
import { remascTransaction } from '../transactions/remasc.ts'
import { signTransaction } from '../transactions/sign.ts'
import { Transaction, type TransactionFields } from '../transactions/transaction.ts'
import { transferFields } from '../transactions/transferFields.cases.ts'
import {
  edgesRejection,
  gasPriceRejection,
  isRemascTransaction,
  remascRejection,
  transactionFieldsRejection,
  transactionsRootRejection,
  unclesHashRejection,
} from './bodyRules.ts'

const genesis = genesisBlock(regtest)
const rules = rulesAt(regtest, 1)

const fields = { ...transferFields, gasPrice: 100n }
const signed = (change: Partial<typeof transferFields> = {}): Transaction =>
  signTransaction({ ...fields, ...change }, keccak256(asciiBytes('cow')))
const transfer = signed()

const blockOf = (transactions: readonly Transaction[], overrides: Partial<HeaderFields> = {}): Block =>
  localBlock(genesis, new BlockIndex([genesis]), { transactions, overrides })

describe('the fields of transactions', () => {
  const reasonOf = (transaction: Transaction) => transactionFieldsRejection(blockOf([transaction]))
  const unsigned = (change: Partial<TransactionFields>): Transaction =>
    new Transaction({ ...transfer, ...change })

  it.each<[string, Transaction]>([
    ['a transfer', transfer],
    ['a nonce of 32 bytes', signed({ nonce: new Uint8Array(32).fill(1) })],
    ['a gas limit of 32 bytes', signed({ gasLimit: new Uint8Array(32).fill(1) })],
    ['the largest gas price', signed({ gasPrice: 2n ** 255n - 1n })],
    ['the largest value', signed({ value: 2n ** 255n - 1n })],
    ['no gas price', signed({ gasPrice: null })],
  ])('accept %s', (_name, transaction) => {
    expect(reasonOf(transaction)).toBeUndefined()
  })

  it.each<[string, Transaction, string]>([
    ['a nonce of 33 bytes', signed({ nonce: new Uint8Array(33).fill(1) }), 'the nonce is too long'],
    ['no gas limit', signed({ gasLimit: emptyBytes }), 'the gas limit is missing'],
    ['a gas limit of 33 bytes', signed({ gasLimit: new Uint8Array(33) }), 'the gas limit is too long'],
    ['a gas price of 2^255', signed({ gasPrice: 2n ** 255n }), 'the gas price is too large'],
    ['a value of 2^255', signed({ value: 2n ** 255n }), 'the value is too large'],
    ['no signature', unsigned({ signature: null }), 'it is not signed'],
    [
      'an r of 33 bytes',
      unsigned({ signature: { v: 27, r: 2n ** 256n, s: 1n } }),
      'the signature is too long',
    ],
    [
      'an s of 33 bytes',
      unsigned({ signature: { v: 27, r: 1n, s: 2n ** 256n } }),
      'the signature is too long',
    ],
    [
      'an impossible signature',
      unsigned({ signature: { v: 27, r: groupOrder, s: 1n } }),
      'no key can be recovered from the signature',
    ],
    ['a second REMASC transaction', remascTransaction(1), 'it is not signed'],
  ])('reject %s', (_name, transaction, fault) => {
    expect(reasonOf(transaction)).toEqual({ reason: 'transaction-fields', detail: `transaction 0: ${fault}` })
  })
})

describe('the gas price of transactions', () => {
  const reasonOf = (minimumGasPrice: bigint, gasPrice: bigint, at = rules): string | undefined =>
    gasPriceRejection(blockOf([signed({ gasPrice })], { minimumGasPrice }), at)?.reason

  it('is at least the block’s minimum', () => {
    expect(reasonOf(100n, 100n)).toBeUndefined()
    expect(reasonOf(100n, 99n)).toBe('transaction-gas-price')
    expect(reasonOf(0n, 0n)).toBeUndefined()
  })

  it('is at most a hundred times the minimum from RSKIP252 on', () => {
    expect(reasonOf(1n, 100n)).toBeUndefined()
    expect(reasonOf(1n, 101n)).toBe('transaction-gas-price-cap')
    expect(reasonOf(1n, 101n, rulesAt(mainnet, 5_467_999))).toBeUndefined()
    expect(reasonOf(1n, 101n, rulesAt(mainnet, 5_468_000))).toBe('transaction-gas-price-cap')
  })

  it('has no cap while the minimum is zero', () => {
    expect(reasonOf(0n, 10n ** 18n)).toBeUndefined()
  })

  it('of the REMASC transaction is ignored, but only in the last position', () => {
    expect(gasPriceRejection(blockOf([], { minimumGasPrice: 5n }), rules)).toBeUndefined()
    expect(gasPriceRejection(blockOf([remascTransaction(1)], { minimumGasPrice: 5n }), rules)?.reason).toBe(
      'transaction-gas-price',
    )
  })

  it('counts as zero when it is missing', () => {
    const block = blockOf([signed({ gasPrice: null })], { minimumGasPrice: 1n })
    expect(gasPriceRejection(block, rules)?.reason).toBe('transaction-gas-price')
  })
})

describe('the commitments of the header', () => {
  it('to the uncles must be the hash of the list', () => {
    const block = blockOf([])
    expect(unclesHashRejection(block)).toBeUndefined()
    expect(unclesHashRejection({ ...block, uncles: [block.header] })?.reason).toBe('uncles-hash')
  })

  it('to the transactions must be the root of the list', () => {
    const block = blockOf([transfer])
    expect(transactionsRootRejection(block, rules)).toBeUndefined()
    const reversed = { ...block, transactions: [...block.transactions].reverse() }
    expect(transactionsRootRejection(reversed, rules)?.reason).toBe('transactions-root')
  })
})

describe('the REMASC transaction', () => {
  it('is the last transaction', () => {
    const block = blockOf([transfer])
    expect(remascRejection(block)).toBeUndefined()
    expect([0, 1].map((index) => isRemascTransaction(block, index))).toEqual([false, true])
  })

  it('must not be missing or elsewhere', () => {
    const block = blockOf([transfer])
    expect(remascRejection({ ...block, transactions: [transfer] })?.reason).toBe('remasc-transaction')
    expect(remascRejection({ ...block, transactions: [remascTransaction(1), transfer] })?.reason).toBe(
      'remasc-transaction',
    )
  })

  it('must not be missing from an empty block', () => {
    expect(remascRejection({ ...blockOf([]), transactions: [] })?.reason).toBe('remasc-transaction')
  })
})

describe('the edges of parallel sublists', () => {
  const three = [signed(), signed({ nonce: fromHex('01') }), signed({ nonce: fromHex('02') })]
  const reasonOf = (edges: number[] | null): string | undefined =>
    edgesRejection(blockOf(three, { edges }))?.reason

  it.each([[null], [[]], [[1]], [[3]], [[1, 2]], [[1, 3]]])('may be %j in a block of four', (edges) => {
    expect(reasonOf(edges)).toBeUndefined()
  })

  it.each([[[0]], [[-1]], [[4]], [[1, 4]], [[2, 2]], [[2, 1]], [[1, 2, 3]]])('must not be %j', (edges) => {
    expect(reasonOf(edges)).toBe('edges')
  })
})
