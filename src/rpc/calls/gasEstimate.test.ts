import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alice, bob, deploy, newHost, richState, stranger } from '../../execution/executionWorld.cases.ts'
import { isTransfer, type SimulatedCall, simulateCall } from '../../execution/simulate.ts'
import type { CallResult } from '../../execution/transaction/runCall.ts'
import { asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { bridgeAddress, standardPrecompileAddress } from '../../protocol/addresses.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import { estimateGas } from './gasEstimate.ts'
import { ignoresGas } from './simulation.ts'

const call: SimulatedCall = {
  from: asAddress(new Uint8Array(20)),
  to: asAddress(new Uint8Array(20)),
  value: 0n,
  data: emptyBytes,
  gas: 10_000_000,
  gasPrice: 0n,
}

const estimated = { call, intrinsicGas: 21_000, isTransfer: false, ignoresGas: false }

const outcome = (status: 'success' | 'revert' | 'halt', gasUsed: number, gasRefunded = 0): CallResult => ({
  status,
  cause: undefined,
  gasUsed,
  gasRefunded,
  workGas: gasUsed + gasRefunded,
  output: emptyBytes,
  logs: [],
  destroyed: [],
  createdAddress: undefined,
  isForgivenFailure: false,
})

/** A call that needs more gas than it uses. */
const needing = (least: number, used: number, refunded: number) => {
  const tried: number[] = []
  const simulate = ({ gas }: SimulatedCall): CallResult => {
    tried.push(gas)
    return gas >= least ? outcome('success', used, refunded) : outcome('halt', gas)
  }
  return { tried, simulate }
}

it('the estimate is the least gas that succeeds', () => {
  const amount = fc.integer({ min: 21_000, max: 9_000_000 })
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 50_000 }), (least, used, refunded) => {
      const { simulate } = needing(Math.max(least, 21_000), Math.min(used, least), refunded)
      expect(estimateGas(estimated, simulate)).toEqual({ isSuccess: true, gas: least })
    }),
  )
})

it('runs a call three times if it needs the gas it uses, twice if the intrinsic gas is enough', () => {
  const contract = needing(50_000, 40_000, 10_000)
  expect(estimateGas(estimated, contract.simulate).gas).toBe(50_000)
  expect(contract.tried).toEqual([10_000_000, 50_000, 49_999])
  const transfer = needing(21_000, 21_000, 0)
  expect(estimateGas(estimated, transfer.simulate).gas).toBe(21_000)
  expect(transfer.tried).toHaveLength(2)
})

it('a call that cannot read its gas is run once', () => {
  const contract = needing(50_000, 40_000, 10_000)
  expect(estimateGas({ ...estimated, ignoresGas: true }, contract.simulate).gas).toBe(50_000)
  expect(contract.tried).toEqual([10_000_000])
})

it('a call that runs no code is not run, unless it lacks the gas', () => {
  const transfer = needing(21_000, 21_000, 0)
  const asked = { ...estimated, isTransfer: true }
  expect(estimateGas(asked, transfer.simulate).gas).toBe(21_000)
  expect(transfer.tried).toEqual([])
  const poor = { ...asked, call: { ...call, gas: 20_999 } }
  expect(estimateGas(poor, transfer.simulate)).toMatchObject({ isSuccess: false, gas: 21_000 })
})

it('a call that fails has used at least the intrinsic gas', () => {
  const failure = outcome('revert', 30_000)
  expect(estimateGas(estimated, () => failure)).toEqual({ isSuccess: false, gas: 30_000, failure })
  expect(estimateGas({ ...estimated, call: { ...call, gas: 5 } }, () => outcome('halt', 5)).gas).toBe(21_000)
})

it('an estimate that omits runs is that of all runs', () => {
  const [blind, aware, marked] = ['b1', 'a2', 'c3'].map((byte) => asAddress(fromHex(byte.repeat(20))))
  const state = richState()
  deploy(state, blind!, '1 0 SSTORE STOP')
  deploy(state, aware!, '30000 GAS LT @poor JUMPI STOP poor: 0 0 REVERT')
  state.markContract(marked!)
  const precompiles = [bridgeAddress, standardPrecompileAddress(4)]
  const receivers = [alice.address, bob.address, stranger, blind!, aware!, marked!, ...precompiles, null]
  const host = newHost(state)
  const estimate = (of: SimulatedCall, isShort: boolean) =>
    estimateGas(
      {
        call: of,
        intrinsicGas: intrinsicGas(of, host.rules),
        isTransfer: isShort && isTransfer(of, state),
        ignoresGas: isShort && ignoresGas(of, host),
      },
      (tried) => simulateCall(tried, host, isShort ? {} : { onEnd: () => {} }),
    )
  fc.assert(
    fc.property(
      fc.record({
        from: fc.constantFrom(alice.address, stranger),
        to: fc.constantFrom(...receivers),
        value: fc.constantFrom(0n, 1n, 10n ** 30n),
        data: fc.uint8Array({ maxLength: 40 }),
        gas: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constant(6_800_000)),
        gasPrice: fc.constant(0n),
      }),
      (of) => {
        expect(estimate(of, true)).toEqual(estimate(of, false))
      },
    ),
    { numRuns: 200 },
  )
})
