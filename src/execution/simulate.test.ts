import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble, deployer } from '../evm/assembler.cases.ts'
import { ExecutionInterrupted } from '../evm/halt.ts'
import { ListedBlocks } from '../native/nativeWorld.cases.ts'
import { type Address, asAddress, emptyBytes } from '../primitives/bytes.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { toBigInt } from '../primitives/integers.ts'
import { bridgeAddress, environmentAddress, standardPrecompileAddress } from '../protocol/addresses.ts'
import { delegationTo } from '../protocol/delegation.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { withSchedule } from '../protocol/networks/upgradeSchedule.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import type { State } from '../state/state.ts'
import {
  alice,
  authorizationBy,
  bob,
  contractAddress,
  deploy,
  fortune,
  parents,
  regtestWithout,
  richState,
  stranger,
} from './executionWorld.cases.ts'
import { EvmHost } from './host/evmHost.ts'
import { type SimulatedCall, simulateCall } from './simulate.ts'
import type { CallResult } from './transaction/runCall.ts'

const context = {
  network: regtest,
  chain: new ListedBlocks(parents),
  header: parents.at(-1)!.header,
}

const typedNetwork = withSchedule(regtest, { rules: { rskip543: 0, rskip545: 0, rskip546: 0 } })

const plainCall: SimulatedCall = {
  from: alice.address,
  to: contractAddress,
  value: 0n,
  data: emptyBytes,
  gas: 100_000,
  gasPrice: 0n,
}

function stateWith(source: string): State {
  const state = richState()
  deploy(state, contractAddress, source)
  return state
}

const simulate = (
  state: State,
  call: Partial<SimulatedCall> = {},
  options: Parameters<typeof simulateCall>[2] = {},
): CallResult => simulateCall({ ...plainCall, ...call }, new EvmHost(state, context), options)

describe('a simulated call', () => {
  it('returns the output, the logs and the gas with the intrinsic gas', () => {
    const state = stateWith('0 0 LOG0 CALLER 0 MSTORE 32 0 RETURN')
    const { status, output, logs, gasUsed } = simulate(state)
    expect(status).toBe('success')
    expect(toBigInt(output)).toBe(toBigInt(alice.address))
    expect(logs).toHaveLength(1)
    expect(gasUsed).toBe(21_000 + 6 + 375 + 2 + 3 + 3 + 3 + 6)
  })

  it('does not change the state, for any caller and value', () => {
    const state = stateWith('1 0 SSTORE')
    expect(simulate(state, { from: stranger, value: 10n * fortune }).status).toBe('success')
    expect(state.exists(stranger)).toBe(false)
    expect(state.balance(contractAddress)).toBe(0n)
    expect(state.storage(contractAddress, new Uint8Array(32))).toEqual(emptyBytes)
  })

  it('returns revert data and causes', () => {
    const reverted = simulate(stateWith('7 0 MSTORE 32 0 REVERT'))
    expect(reverted.status).toBe('revert')
    expect(toBigInt(reverted.output)).toBe(7n)
    expect(simulate(stateWith('ADD'), {}, { exactCause: true })).toMatchObject({
      status: 'halt',
      cause: 'stack-underflow',
      gasUsed: 100_000,
    })
  })

  it('halts when the gas is below the intrinsic gas', () => {
    expect(simulate(richState(), { gas: 20_999 })).toMatchObject({ status: 'halt', gasUsed: 20_999 })
    expect(simulate(richState(), { gas: 21_000 })).toMatchObject({ status: 'success', gasUsed: 21_000 })
  })

  it('returns refunded gas separately', () => {
    const state = stateWith('0 0 SSTORE')
    state.setStorage(contractAddress, new Uint8Array(32), Uint8Array.of(1))
    expect(simulate(state)).toMatchObject({ gasUsed: 13_003, gasRefunded: 13_003 })
  })

  it('gets the refund of its authorizations, except if what it ran halted', () => {
    const state = stateWith('JUMP')
    state.setNonce(bob.address, 1n)
    state.saveCode(bob.address, delegationTo(stranger))
    const authorization = authorizationBy(bob, { chainId: 0n, address: stranger, nonce: Uint8Array.of(1) })
    const refundOf = (to: Address): number => {
      const host = new EvmHost(state, { ...context, network: typedNetwork })
      const call = { ...plainCall, to, data: new Uint8Array(100), authorizations: [authorization] }
      return simulateCall({ ...call, gas: intrinsicGas(call, host.rules) + 10 }, host).gasRefunded
    }
    expect(refundOf(stranger)).toBe(9_500)
    // Its gas does not pay the precompiled contract, so nothing runs.
    expect(refundOf(standardPrecompileAddress(2))).toBe(9_500)
    expect(refundOf(contractAddress)).toBe(0)
  })

  it('can create a contract', () => {
    const code = assemble('STOP')
    const { status, output, createdAddress } = simulate(richState(), { to: null, data: deployer(code) })
    expect(status).toBe('success')
    expect(toHex(output)).toBe(toHex(code))
    expect(createdAddress).toHaveLength(20)
  })

  it('of a precompiled contract that throws halts', () => {
    const call = { to: environmentAddress, data: fromHex('00000000') }
    expect(simulate(richState(), call)).toMatchObject({
      status: 'halt',
      cause: 'precompiled-contract-failed',
    })
  })

  it('can be interrupted and then leaves the state unchanged', () => {
    const state = stateWith('1 0 SSTORE loop: @loop JUMP')
    const endless = { gas: 10 ** 12, value: 3n }
    expect(() => simulate(state, endless, { interrupt: () => true })).toThrow(ExecutionInterrupted)
    expect(state.balance(alice.address)).toBe(fortune)
  })
})

describe('a simulated transfer', () => {
  const zeros = asAddress(new Uint8Array(20))
  const marked = asAddress(fromHex('01'.repeat(20)))
  const emptied = asAddress(fromHex('02'.repeat(20)))
  const natives = [bridgeAddress, environmentAddress, standardPrecompileAddress(4)]
  const accounts: readonly Address[] = [alice.address, stranger, zeros, marked, emptied, contractAddress]

  function variedState(): State {
    const state = stateWith('GAS 0 MSTORE CALLVALUE 32 MSTORE 64 0 RETURN')
    state.markContract(marked)
    deploy(state, emptied, 'STOP')
    state.saveCode(emptied, emptyBytes)
    return state
  }

  const calls = fc.record({
    from: fc.constantFrom(...accounts),
    to: fc.constantFrom(...accounts, ...natives, null),
    value: fc.constantFrom(0n, 1n, fortune, 10n * fortune),
    data: fc.uint8Array({ maxLength: 40 }),
    gas: fc.oneof(fc.integer({ min: 20_000, max: 23_000 }), fc.constant(6_800_000)),
    gasPrice: fc.constantFrom(0n, 60_000_000n),
  })
  const networks = fc.constantFrom(regtest, regtestWithout('rskip400'))

  it('has the result of one that is traced, and changes nothing', () => {
    const state = variedState()
    const seen = () =>
      accounts.map((account) => [state.exists(account), state.balance(account), state.nonce(account)])
    const before = seen()
    fc.assert(
      fc.property(calls, networks, (call, network) => {
        const host = new EvmHost(state, { ...context, network })
        const observed = simulateCall(call, host, { onEnd: () => {} })
        expect(simulateCall(call, host)).toEqual(observed)
        expect(seen()).toEqual(before)
      }),
      { numRuns: 400 },
    )
  })
})
