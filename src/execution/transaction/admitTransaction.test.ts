import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { fromHex } from '../../primitives/hex.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { remascSender, remascTransaction } from '../../protocol/transactions/remasc.ts'
import { Transaction } from '../../protocol/transactions/transaction.ts'
import type { State } from '../../state/state.ts'
import { alice, fortune, richState, type TransactionOptions, transactionOf } from '../executionWorld.cases.ts'
import { type AdmittedTransaction, admit } from './admitTransaction.ts'
import { TransactionRejection } from './transactionRejection.ts'

interface Place {
  readonly state?: State
  readonly network?: Network
  readonly height?: number
  readonly gasAvailable?: number
  readonly isRemasc?: boolean
}

function admitted(transaction: Transaction, place: Place = {}): AdmittedTransaction {
  const { state = richState(), network = regtest, height = 100, gasAvailable = 6_800_000 } = place
  const context = { network, rules: rulesAt(network, height), state }
  return admit(transaction, place.isRemasc ?? false, gasAvailable, context)
}

/** Reason and message of the rejection. */
function refusal(parts: TransactionOptions | Transaction, place?: Place): readonly [string, string] {
  try {
    admitted(parts instanceof Transaction ? parts : transactionOf(parts), place)
  } catch (error) {
    if (error instanceof TransactionRejection) return [error.reason, error.message]
    throw error
  }
  throw new Error('the transaction was admitted')
}

describe('a transaction is admitted', () => {
  it('with its sender, nonce and gas', () => {
    const { sender, nonce, gasLimit, intrinsicGas } = admitted(transactionOf({ data: fromHex('0001') }))
    expect({ sender, nonce, gasLimit, intrinsicGas }).toEqual({
      sender: alice.address,
      nonce: 0n,
      gasLimit: 100_000,
      intrinsicGas: 21_020,
    })
  })

  it('with exactly the gas that is left and exactly the funds it needs', () => {
    const state = emptyState()
    state.addBalance(alice.address, 21_000n * 2n + 5n)
    const transaction = transactionOf({ gas: 21_000, value: 5n })
    expect(admitted(transaction, { state, gasAvailable: 21_000 }).gasLimit).toBe(21_000)
  })

  it('without a chain id in its signature', () => {
    expect(admitted(transactionOf({ chainId: 0 })).sender).toEqual(alice.address)
  })
})

describe('a transaction is rejected', () => {
  it('when its init code is too large from RSKIP438 on', () => {
    const parts = { to: null, gas: 6_000_000, data: new Uint8Array(49_153) }
    const refused = ['init-code-too-large', 'init code of 49153 bytes exceeds the limit of 49152']
    expect(refusal(parts)).toEqual(refused)
    const beforeRule = { network: { ...mainnet, chainId: regtest.chainId }, height: 7_338_023 }
    expect(admitted(transactionOf(parts), beforeRule).gasLimit).toBe(6_000_000)
    const largest = { ...parts, data: new Uint8Array(49_152) }
    expect(admitted(transactionOf(largest)).gasLimit).toBe(6_000_000)
  })

  it('when its gas limit exceeds the gas left', () => {
    expect(refusal({ gas: 21_001 }, { gasAvailable: 21_000 })).toEqual([
      'block-gas-exceeded',
      'the gas limit of 21001 exceeds the 21000 gas left in the block',
    ])
    expect(refusal({ gas: 2n ** 64n - 1n })[0]).toBe('block-gas-exceeded')
  })

  it('when its gas limit has more than eight bytes, even zeros', () => {
    expect(refusal({ gas: fromHex('000000000000005208') })[0]).toBe('block-gas-exceeded')
    expect(admitted(transactionOf({ gas: fromHex('0000000000005208') })).gasLimit).toBe(21_000)
  })

  it('when its gas limit is below the intrinsic gas', () => {
    expect(refusal({ gas: 20_999 })).toEqual([
      'gas-limit-below-intrinsic',
      'the gas limit of 20999 is below the intrinsic gas of 21000',
    ])
  })

  it('when its nonce is not the next one', () => {
    const state = richState()
    state.setNonce(alice.address, 5n)
    expect(refusal({ nonce: 4 }, { state })).toEqual([
      'nonce-too-low',
      "the nonce is 4, but the account's next nonce is 5",
    ])
    expect(refusal({ nonce: 6 }, { state })[0]).toBe('nonce-too-high')
  })

  it('when its sender cannot pay for value and gas', () => {
    const value = fortune - 199_999n
    expect(refusal({ value, gas: 100_000 })).toEqual([
      'insufficient-funds',
      `value and gas cost ${fortune + 1n} wei, but the account has ${fortune}`,
    ])
  })

  it('when it is signed for another chain', () => {
    const [reason, message] = refusal({ chainId: 30 })
    expect(reason).toBe('invalid-signature')
    expect(message).toContain('chain 30, not 33')
  })

  it('when it has no signature, unless it is the REMASC transaction', () => {
    expect(refusal(new Transaction({ ...transactionOf(), signature: null }))[0]).toBe('invalid-signature')
    const payment = remascTransaction(1)
    expect(refusal(payment)[0]).toBe('gas-limit-below-intrinsic')
    const { sender, gasLimit, intrinsicGas } = admitted(payment, { isRemasc: true, gasAvailable: 0 })
    expect({ sender, gasLimit, intrinsicGas }).toEqual({ sender: remascSender, gasLimit: 0, intrinsicGas: 0 })
  })

  it('when the s of its signature is too high', () => {
    const low = transactionOf()
    const { v, r, s } = low.signature!
    const transaction = new Transaction({ ...low, signature: { v: 27 + 28 - v, r, s: groupOrder - s } })
    expect(transaction.sender).toEqual(alice.address)
    expect(refusal(transaction)[0]).toBe('invalid-signature')
  })
})

describe('a Bridge transaction of an ordinary sender', () => {
  it('pays intrinsic gas', () => {
    expect(admitted(transactionOf({ to: bridgeAddress })).intrinsicGas).toBe(21_000)
  })
})
