import { describe, expect, it } from 'vitest'
import { person } from '../execution/executionWorld.cases.ts'
import { fromHex } from '../primitives/hex.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { mainnet } from '../protocol/networks/definitions.ts'
import { emptyAccessList } from '../protocol/transactions/accessList.ts'
import { remascTransaction } from '../protocol/transactions/remasc.ts'
import { signed, signTransaction } from '../protocol/transactions/sign.ts'
import { Transaction } from '../protocol/transactions/transaction.ts'
import { Type1Transaction } from '../protocol/transactions/type1.ts'
import { type PoolParts, type Submission, TransactionPool } from './pool.ts'
import type { PoolOptions } from './poolOptions.ts'
import { type PaymentFields, payment, receiver, TestChain, type TestChainOptions } from './poolWorld.cases.ts'

const alice = person('alice')
const funds = 10n ** 18n

interface AccountOptions extends TestChainOptions {
  readonly nonce?: bigint
  readonly balance?: bigint
  readonly options?: Partial<PoolOptions>
}

function poolWith({ nonce = 5n, balance = funds, options = {}, ...chainOptions }: AccountOptions = {}) {
  const chain = new TestChain([[alice.address, { nonce, balance }]], chainOptions)
  const setup: PoolParts = { chain, clock: () => 1_000_000, options }
  return new TransactionPool(setup)
}

const messageOf = (submission: Submission): string =>
  submission.status === 'rejected' ? submission.rejection.message : submission.status

/** The answer of a pool, whose only account is Alice's with nonce 5, to one transaction of hers. */
const answer = (fields: PaymentFields, account: AccountOptions = {}): string =>
  messageOf(poolWith(account).add(payment(alice, { nonce: 5, ...fields })))

describe('a new transaction', () => {
  it('is pending with the next nonce and queued with a later one', () => {
    expect(answer({})).toBe('pending')
    expect(answer({ nonce: 6 })).toBe('queued')
  })

  it('is signed for this chain or for any chain', () => {
    expect(answer({ chainId: 0 })).toBe('pending')
    expect(answer({ chainId: 30 })).toBe('Invalid chainId: 30')
  })

  it('has a valid signature', () => {
    expect(messageOf(poolWith().add(remascTransaction(7)))).toBe('Invalid chainId: 0')
    const made = payment(alice, { nonce: 5 })
    const { r, s } = made.signature!
    const highS = { v: 27, r, s: 2n ** 256n - 1n - s }
    expect(messageOf(poolWith().add(new Transaction({ ...made, signature: highS })))).toBe(
      'Invalid chainId: 33',
    )
  })

  it('of a type that is not active is refused for its chain or signature first, then for its type', () => {
    const typed = (chainId: number, isHigh = false) =>
      signed((signature) => {
        const { r, s, v } = signature ?? { r: 1n, s: 1n, v: 27 }
        const given = signature && { v, r, s: isHigh ? 2n ** 256n - 1n - s : s }
        const fields = { ...payment(alice, { nonce: 5 }), chainId, signature: given }
        return new Type1Transaction(fields, emptyAccessList)
      }, alice.key)
    expect(messageOf(poolWith().add(typed(30)))).toBe('Invalid chainId: 30')
    expect(messageOf(poolWith().add(typed(33, true)))).toBe('Invalid chainId: 33')
    expect(messageOf(poolWith().add(typed(33)))).toMatch(/^transaction type/)
  })

  it('has a gas limit', () => {
    expect(answer({ gasLimit: 0 })).toBe('Missing parameter, gasPrice, gas or value')
  })

  it('is unknown to the pool', () => {
    const pool = poolWith()
    const [next, later] = [payment(alice, { nonce: 5 }), payment(alice, { nonce: 7 })]
    pool.add(next)
    pool.add(later)
    expect(messageOf(pool.add(next))).toBe('pending transaction with same hash already exists')
    expect(messageOf(pool.add(later))).toBe('queued transaction with same hash already exists')
  })

  it('has a sender whose account exists', () => {
    expect(messageOf(poolWith().add(payment(person('stranger'))))).toBe("the sender account doesn't exist")
  })

  it('has init code of at most 49152 bytes', () => {
    const account = { balance: 10n ** 30n }
    const creation = (length: number): PaymentFields => ({
      to: null,
      data: new Uint8Array(length),
      gasLimit: 1_000_000,
    })
    expect(answer(creation(49_152), account)).toBe('pending')
    expect(answer(creation(49_153), account)).toBe("transaction's init code size is invalid")
  })

  it('has at most 131072 bytes', () => {
    const fields = { data: new Uint8Array(131_072), gasLimit: 1_000_000 }
    expect(answer(fields)).toBe("transaction's size is higher than defined maximum: 131175 > 131072")
  })

  it('fits into the largest list of the block', () => {
    const account = { gasLimit: 9_739_661, balance: 10n ** 30n }
    expect(answer({ gasLimit: 6_800_001 }, account)).toBe('pending')
    expect(answer({ gasLimit: 6_800_002 }, account)).toBe(
      "transaction's gas limit of 6800002 is higher than the block's gas limit of 6800001",
    )
  })

  it('fits into the whole block where there are no lists', () => {
    const account = { gasLimit: 9_000_000, network: mainnet, height: 8_000_000 }
    expect(answer({ gasLimit: 9_000_000, chainId: 30 }, account)).toBe('pending')
    expect(answer({ gasLimit: 9_000_001, chainId: 30 }, account)).toBe(
      "transaction's gas limit of 9000001 is higher than the block's gas limit of 9000000",
    )
  })

  it('encodes its nonce in at most eight bytes without leading zeros', () => {
    const withNonce = (nonce: string) =>
      messageOf(
        poolWith().add(signTransaction({ ...payment(alice), chainId: 33, nonce: fromHex(nonce) }, alice.key)),
      )
    expect(withNonce('010000000000000000')).toBe('transaction nonce byte length exceeds maximum: 9 > 8')
    expect(withNonce('0005')).toBe('transaction nonce has non-canonical encoding')
    expect(withNonce('ffffffffffffffff')).toBe('transaction nonce too high')
  })

  it('has a nonce within sixteen of the account', () => {
    expect(answer({ nonce: 4 })).toBe('transaction nonce too low')
    expect(answer({ nonce: 20 })).toBe('queued')
    expect(answer({ nonce: 21 })).toBe('transaction nonce too high')
  })

  it('has a sender that can pay for its gas', () => {
    const account = { balance: 209_999n }
    expect(answer({}, account)).toBe('insufficient funds')
    expect(answer({ nonce: 6 }, account)).toBe('insufficient funds')
  })

  it('offers the minimum gas price, and at most 80 times as much', () => {
    const account = { minimumGasPrice: 3n }
    expect(answer({ gasPrice: 2n }, account)).toBe("transaction's gas price lower than block's minimum")
    expect(answer({ gasPrice: 3n }, account)).toBe('pending')
    expect(answer({ gasPrice: 240n }, account)).toBe('pending')
    expect(answer({ gasPrice: 241n }, account)).toBe("transaction's gas price exceeds cap")
  })

  it('has at least the intrinsic gas', () => {
    const data = Uint8Array.of(0, 1)
    expect(answer({ data, gasLimit: 21_020 })).toBe('pending')
    expect(answer({ data, gasLimit: 21_019 })).toBe("transaction's basic cost is above the gas limit")
  })

  it('has a sender that can pay for all its pending transactions', () => {
    const pool = poolWith({ balance: 500_000n })
    expect(messageOf(pool.add(payment(alice, { nonce: 5, value: 80_000n })))).toBe('pending')
    expect(messageOf(pool.add(payment(alice, { nonce: 6, value: 1n })))).toBe(
      'insufficient funds to pay for pending and new transactions',
    )
    expect(messageOf(pool.add(payment(alice, { nonce: 6 })))).toBe('pending')
  })

  it('is not charged together with the transaction that it replaces', () => {
    const pool = poolWith({ balance: 300_000n })
    pool.add(payment(alice, { nonce: 5 }))
    expect(messageOf(pool.add(payment(alice, { nonce: 5, gasPrice: 14n })))).toBe('pending')
  })

  it('needs neither an account nor gas if a federator sends it to the Bridge', () => {
    const fromFederator = (to: typeof receiver) =>
      messageOf(poolWith().add(payment(person('federator1'), { to, gasPrice: 0n, gasLimit: 1 })))
    expect(fromFederator(bridgeAddress)).toBe('pending')
    expect(fromFederator(receiver)).toBe("the sender account doesn't exist")
  })
})

describe('a replacement', () => {
  const second = (gasPrice: bigint, firstPrice = 10n): string => {
    const pool = poolWith()
    pool.add(payment(alice, { nonce: 5, gasPrice: firstPrice }))
    return messageOf(pool.add(payment(alice, { nonce: 5, gasPrice, value: 1n })))
  }

  it('offers at least 40 percent more than the pending transaction', () => {
    expect(second(13n)).toBe('gas price not enough to bump transaction')
    expect(second(14n)).toBe('pending')
  })

  it('offers more, even if 40 percent round to zero', () => {
    expect(second(0n, 0n)).toBe('gas price not enough to bump transaction')
    expect(second(1n, 1n)).toBe('gas price not enough to bump transaction')
    expect(second(2n, 1n)).toBe('pending')
  })

  it('replaces a queued transaction at any price', () => {
    const pool = poolWith()
    const [first, cheaper] = [payment(alice, { nonce: 7 }), payment(alice, { nonce: 7, gasPrice: 1n })]
    pool.add(first)
    expect(messageOf(pool.add(cheaper))).toBe('queued')
    expect(pool.get(first.hash)).toBeUndefined()
    expect([...pool.queuedBySender()]).toEqual([{ sender: alice.address, transactions: [cheaper] }])
  })
})

describe('the rate limit', () => {
  const expensive = (nonce: number): PaymentFields => ({ nonce, gasLimit: 6_000_000, gasPrice: 0n })
  const newAccount = { nonce: 0n, gasLimit: 6_000_000 }

  it('accepts the first transaction of an account and rejects the next beyond its quota', () => {
    const pool = poolWith(newAccount)
    expect(messageOf(pool.add(payment(alice, expensive(0))))).toBe('pending')
    expect(messageOf(pool.add(payment(alice, expensive(1))))).toBe('account exceeds quota')
    expect(pool.quotaOf(alice.address)).toEqual({ timestampMs: 1_000_000, availableVirtualGas: 0 })
  })

  it('can be switched off', () => {
    const pool = poolWith({ ...newAccount, options: { limitAccountRate: false } })
    pool.add(payment(alice, expensive(0)))
    expect(messageOf(pool.add(payment(alice, expensive(1))))).toBe('pending')
    expect(pool.quotaOf(alice.address)).toBeUndefined()
  })

  it('does not charge for queued transactions until they are pending', () => {
    const pool = poolWith()
    pool.add(payment(alice, { nonce: 6 }))
    expect(pool.quotaOf(alice.address)).toBeUndefined()
    pool.add(payment(alice, { nonce: 5 }))
    const both = pool.quotaOf(alice.address)!.availableVirtualGas
    const alone = poolWith()
    alone.add(payment(alice, { nonce: 5 }))
    expect(both).toBeLessThan(alone.quotaOf(alice.address)!.availableVirtualGas)
  })

  it('does not charge for rejected transactions', () => {
    const pool = poolWith({ balance: 250_000n })
    pool.add(payment(alice, { nonce: 5 }))
    const before = pool.quotaOf(alice.address)
    expect(pool.add(payment(alice, { nonce: 6 })).status).toBe('rejected')
    expect(pool.quotaOf(alice.address)).toEqual(before)
  })

  it('creates a quota for receivers that have never sent', () => {
    const pool = poolWith()
    pool.add(payment(alice, { nonce: 5 }))
    expect(pool.quotaOf(receiver)).toEqual({ timestampMs: 1_000_000, availableVirtualGas: 9_000_000 })
  })
})
