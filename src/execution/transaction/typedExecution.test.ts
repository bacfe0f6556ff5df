import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { engines } from '../../evm/evmWorld.cases.ts'
import type { Engine } from '../../evm/execute.ts'
import { type Address, asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { bridgeAddress, standardPrecompileAddress } from '../../protocol/addresses.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { withSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import { emptyAccessList, encodeAccessList } from '../../protocol/transactions/accessList.ts'
import { signed } from '../../protocol/transactions/sign.ts'
import { Transaction } from '../../protocol/transactions/transaction.ts'
import { Type1Transaction } from '../../protocol/transactions/type1.ts'
import { Type2Transaction } from '../../protocol/transactions/type2.ts'
import { Type4Transaction } from '../../protocol/transactions/type4.ts'
import {
  alice,
  authorizationBy,
  bob,
  contractAddress,
  deploy,
  newHost,
  person,
  richState,
  stranger,
} from '../executionWorld.cases.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { executeTransaction } from './executeTransaction.ts'
import { TransactionRejection } from './transactionRejection.ts'

const network = withSchedule(regtest, { rules: { rskip543: 0, rskip545: 0, rskip546: 0 } })
const carol = person('carol')
const people = [alice, bob, carol]
const zero = asAddress(new Uint8Array(20))
const places = [
  ...people.map(({ address }) => address),
  contractAddress,
  stranger,
  standardPrecompileAddress(4),
  zero,
]
const list = encodeAccessList([{ address: stranger, cells: [new Uint8Array(32)] }])

/** A step of the test; nonces are relative to the account's. */
const steps = fc.record({
  type: fc.constantFrom(0, 1, 2, 4),
  from: fc.constantFrom(alice, bob),
  to: fc.constantFrom(...places),
  value: fc.constantFrom(0n, 5n),
  hasList: fc.boolean(),
  authorizations: fc.array(
    fc.record({
      authority: fc.constantFrom(...people),
      delegate: fc.constantFrom(...places),
      ahead: fc.constantFrom(0n, 0n, 0n, 1n),
      chainId: fc.constantFrom(0n, BigInt(regtest.chainId), 1n),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

/** Executes steps one after the other; returns the outcomes and the final root. */
function executed(all: readonly Step[], engine: Engine): object {
  const state = richState()
  // Counts its calls, calls the next account, and fails for some values.
  deploy(state, contractAddress, '0 SLOAD 1 ADD 0 SSTORE 0 0 0 0 0 ADDRESS 5000 CALL STOP')
  deploy(state, stranger, '1 0 TSTORE CALLVALUE ISZERO @free JUMPI 0 0 REVERT free: STOP')
  const host = newHost(state, network)
  const outcomes = all.map((step, index) => {
    const nonces = new Map(people.map((each) => [each, state.nonce(each.address)]))
    nonces.set(step.from, nonces.get(step.from)! + 1n)
    const authorizations = step.authorizations.map(({ authority, delegate, ahead, chainId }) => {
      const nonce = nonces.get(authority)! + ahead
      if (ahead === 0n) nonces.set(authority, nonce + 1n)
      return authorizationBy(authority, { chainId, address: delegate, nonce: signedBytes(nonce) })
    })
    const accessList = step.hasList ? list : emptyAccessList
    const fees = { maximumPriorityFee: 2n, maximumFee: 3n }
    const transaction = signed((signature) => {
      const fields = {
        nonce: unsignedBytes(state.nonce(step.from.address)),
        gasPrice: 2n,
        gasLimit: unsignedBytes(250_000),
        to: step.to,
        value: step.value,
        data: emptyBytes,
        chainId: regtest.chainId,
        signature,
      }
      if (step.type === 1) return new Type1Transaction(fields, accessList)
      if (step.type === 2) return new Type2Transaction(fields, accessList, fees)
      return step.type === 4
        ? new Type4Transaction(fields, accessList, fees, authorizations)
        : new Transaction(fields)
    }, step.from.key)
    try {
      const context = {
        index,
        isRemasc: false,
        gasAvailable: 6_800_000,
        feePayment: 'by-transaction',
        engine,
      } as const
      const { status, gasUsed, fee, output, logs } = executeTransaction(transaction, host, context)
      return { status, gasUsed, fee, output, logs }
    } catch (error) {
      if (!(error instanceof TransactionRejection)) throw error
      return { rejected: error.reason }
    }
  })
  return { outcomes, root: state.commit().hash() }
}

describe('typed transactions', () => {
  it('have the same outcome on both engines, with delegations of every kind between them', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 8 }), (all) => {
        const [first, ...others] = engines.map((engine) => executed(all, engine))
        for (const other of others) expect(other).toEqual(first)
      }),
      { numRuns: 60 },
    )
  })
})

/** Sends a transaction in which carol delegates to an account; `host` is its host. */
function sendWithAuthorization(
  host: EvmHost,
  target: Address,
  data: Uint8Array,
  gas: number,
  index: number,
  engine: Engine,
) {
  const { state } = host
  const nonce = state.nonce(carol.address)
  const authorization = authorizationBy(carol, {
    chainId: 0n,
    address: stranger,
    nonce: nonce === 0n ? Uint8Array.of(0) : signedBytes(nonce),
  })
  const transaction = signed(
    (signature) =>
      new Type4Transaction(
        {
          nonce: unsignedBytes(state.nonce(alice.address)),
          gasPrice: 1n,
          gasLimit: unsignedBytes(gas),
          to: target,
          value: 0n,
          data,
          chainId: regtest.chainId,
          signature,
        },
        emptyAccessList,
        { maximumPriorityFee: 1n, maximumFee: 1n },
        [authorization],
      ),
    alice.key,
  )
  return executeTransaction(transaction, host, {
    index,
    isRemasc: false,
    gasAvailable: 6_800_000,
    feePayment: 'by-transaction',
    engine,
  })
}

describe('the refund of an authorization', () => {
  const refund = 9_500
  const storing = asAddress(new Uint8Array(20).fill(0x77))
  const reverting = asAddress(new Uint8Array(20).fill(0x78))

  /** Renews the delegation of an account in a transaction; returns the gas that the sender pays. */
  function pay(to: Address, data: Uint8Array, gasLimit: number, engine: Engine) {
    const state = richState()
    deploy(state, storing, '1 0 SSTORE')
    deploy(state, reverting, '0 0 REVERT')
    const host = newHost(state, network)
    const send = (target: Address, input: Uint8Array, gas: number, index: number) =>
      sendWithAuthorization(host, target, input, gas, index, engine)
    send(stranger, emptyBytes, 200_000, 0)
    const before = state.balance(alice.address)
    const { status, gasUsed } = send(to, data, gasLimit, 1)
    return { status, gasUsed, paid: Number(before - state.balance(alice.address)) }
  }

  /** Modular exponentiation of three numbers of 64 bytes. */
  const modexp = fromHex(`${'00'.repeat(31)}40`.repeat(3) + 'ff'.repeat(192))
  /** Two points that are not on the curve. */
  const offTheCurve = new Uint8Array(128).fill(1)
  /** The height of the best chain that the Bridge knows. */
  const bridgeInput = keccak256(new TextEncoder().encode('getBtcBlockchainBestChainHeight()')).slice(0, 4)

  it.each([
    ['a precompiled contract', standardPrecompileAddress(5), modexp, 'success', true, true],
    ['a native contract', bridgeAddress, bridgeInput, 'success', true, true],
    ['a precompiled contract that throws', standardPrecompileAddress(6), offTheCurve, 'halt', false, true],
    ['a native contract that throws', bridgeAddress, Uint8Array.of(1, 2, 3, 4), 'halt', false, true],
    ['code', storing, emptyBytes, 'success', true, false],
    ['code that reverts', reverting, emptyBytes, 'revert', true, false],
  ] as const)('is decided at the last unit of gas for %s', (_, to, data, status, isPaid, isPaidBelow) => {
    for (const engine of engines) {
      const needed = pay(to, data, 500_000, engine).gasUsed + refund
      expect(pay(to, data, needed, engine)).toEqual({
        status,
        gasUsed: needed - refund,
        paid: isPaid ? needed - refund : needed,
      })
      // Without the last unit a precompiled contract is not run, and code runs out of gas.
      const limit = needed - 1
      expect(pay(to, data, limit, engine)).toEqual({
        status: 'halt',
        gasUsed: limit - refund,
        paid: isPaidBelow ? limit - refund : limit,
      })
    }
  })
})

it('makes the authority of an authorization a participant of its block', () => {
  for (const engine of engines) {
    const host = newHost(richState(), network)
    sendWithAuthorization(host, stranger, emptyBytes, 200_000, 0, engine)
    expect(host.participants).toContain(addressKey(carol.address))
  }
})
