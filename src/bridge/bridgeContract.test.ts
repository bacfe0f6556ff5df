import { describe, expect, it } from 'vitest'
import type { PrecompileCall } from '../evm/precompiles/precompile.ts'
import { cellKey } from '../native/cellKey.ts'
import { emptyState } from '../native/nativeWorld.cases.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { devnet, mainnet, regtest } from '../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import { bridgeContract } from './bridgeContract.ts'
import {
  callBridge,
  callOf,
  contextOf,
  inputFor,
  integerOf,
  person,
  storedCell,
} from './bridgeWorld.cases.ts'
import { hashedKey } from './cells/cell.ts'

const without = (...missing: string[]): Rules => ({
  ...rulesAt(regtest, 1),
  ...Object.fromEntries(missing.map((rule) => [rule, false])),
})

const federator = person('federator1')
const whitelister = person('auth-lock-whitelist')

const unparsable: readonly (readonly [string, Uint8Array])[] = [
  ['one byte', fromHex('12')],
  ['three bytes', fromHex('80af28')],
  ['an unknown selector', fromHex('deadbeef')],
  ['a method that a rule removed', inputFor('getBtcBlockchainBlockLocator()')],
  ['arguments that are cut off', inputFor('increaseLockingCap(int256)', new Uint8Array(31))],
]

describe('the gas of the Bridge', () => {
  const gas = (input: Uint8Array, options = {}): number => bridgeContract(contextOf(options)).gas(input)

  it('is that of releaseBtc without input', () => {
    expect(gas(emptyBytes)).toBe(23_000)
    expect(gas(inputFor('releaseBtc()'))).toBe(23_008)
  })

  it.each(unparsable)('is flat for %s', (_what, input) => {
    expect(gas(input)).toBe(23_000)
  })

  it('is zero in a free transaction for any input', () => {
    expect(gas(inputFor('getFeePerKb()'), { isFree: true })).toBe(0)
    expect(gas(fromHex('12'), { isFree: true })).toBe(0)
  })

  it('is zero for a contract before RSKIP88, so that its call fails with any gas', () => {
    const { gas: gasOf } = bridgeContract(contextOf({ network: mainnet, height: 728_999 }))
    expect(gasOf(inputFor('createFederation()'), 'call')).toBe(0)
    expect(gasOf(inputFor('createFederation()'), 'transaction')).toBe(11_008)
  })

  it('of a confirmation may open the Bitcoin chain for the first time, and its index is saved with the call', () => {
    const state = emptyState()
    const contract = bridgeContract(contextOf({ state }))
    const input = inputFor(
      'getBtcTransactionConfirmations(bytes32,bytes32,uint256,bytes32[])',
      ...[0n, 0n, 0n, 128n, 0n].map(wordBytes),
    )
    expect(contract.gas(input)).toBe(27_000 + 2 * input.length)
    expect(storedCell(state, hashedKey('btcBlockHeight-0'))).toEqual(emptyBytes)
    expect(contract.run(input, callOf())).toEqual(wordBytes(-1n))
    expect(toHexDigits(storedCell(state, hashedKey('btcBlockHeight-0')))).toMatch(/^a00f9188f1/)
  })

  it('is the usual one when a free sender reaches the Bridge through a contract', () => {
    expect(gas(inputFor('getFeePerKb()'), { sender: federator.address })).toBe(2_008)
  })
})

describe('a call of the Bridge', () => {
  it.each(unparsable)('fails with %s', (_what, input) => {
    expect(callBridge(contextOf(), input).output).toBeUndefined()
  })

  it('returns empty output for unknown methods before RSKIP88', () => {
    expect(callBridge(contextOf({ rules: without('rskip88') }), fromHex('deadbeef')).output).toEqual(
      emptyBytes,
    )
  })

  it('fails for contracts before RSKIP88', () => {
    const context = contextOf({ network: mainnet, height: 728_999 })
    const input = inputFor('createFederation()')
    expect(callBridge(context, input, { kind: 'call' }).output).toBeUndefined()
    expect(integerOf(callBridge(context, input))).toBe(-10n)
  })

  it('fails in a transaction for methods that answer simulated calls only, from RSKIP88 on', () => {
    const input = inputFor('getFeePerKb()')
    expect(callBridge(contextOf(), input).output).toBeUndefined()
    expect(integerOf(callBridge(contextOf({ isLocalCall: true }), input))).toBe(100_000n)
    expect(integerOf(callBridge(contextOf({ rules: without('rskip88') }), input))).toBe(100_000n)
  })

  const kinds: readonly (readonly [PrecompileCall['kind'], boolean, boolean])[] = [
    ['transaction', true, true],
    ['call', true, true],
    ['staticcall', true, false],
    ['callcode', false, false],
    ['delegatecall', false, false],
  ]

  it.each(kinds)('by %s may read: %s, change: %s (RSKIP417)', (kind, mayRead, mayChange) => {
    const works = (input: Uint8Array, rules = rulesAt(regtest, 1)): boolean =>
      callBridge(contextOf({ rules }), input, { kind }).output !== undefined
    expect(works(inputFor('getQueuedPegoutsCount()'))).toBe(mayRead)
    expect(works(inputFor('createFederation()'))).toBe(mayChange)
    expect(works(inputFor('createFederation()'), without('rskip417'))).toBe(true)
  })

  it('writes back the values it read, so that even a read creates cells', () => {
    const state = emptyState()
    callBridge(contextOf({ state }), inputFor('getNextPegoutCreationBlockNumber()'), { kind: 'staticcall' })
    callBridge(contextOf({ state }), inputFor('getQueuedPegoutsCount()'))
    const cell = (name: string): string => toHexDigits(storedCell(state, cellKey(name)))
    expect(cell('nextPegoutHeight')).toBe('80')
    expect(cell('releaseRequestQueue')).toBe('c0')
    expect(cell('releaseRequestQueueWithTxHash')).toBe('c0')
    expect(cell('newFederation')).toBe('')
  })

  it('that fails keeps only the Bitcoin blocks that it stored', () => {
    const state = emptyState()
    const tooLong = inputFor('setLockWhitelistDisableBlockDelay(int256)', wordBytes(2n ** 31n))
    const caller = { caller: whitelister.address }
    expect(callBridge(contextOf({ state }), tooLong, caller).output).toBeUndefined()
    expect(storedCell(state, cellKey('blockStoreChainHead'))).toHaveLength(116)
    expect(storedCell(state, hashedKey('btcBlockHeight-0'))).toHaveLength(0)
    expect(storedCell(state, cellKey('lockWhitelist'))).toHaveLength(0)

    const enough = inputFor('setLockWhitelistDisableBlockDelay(int256)', wordBytes(5n))
    expect(integerOf(callBridge(contextOf({ state }), enough, caller))).toBe(1n)
    expect(toHexDigits(storedCell(state, cellKey('lockWhitelist')))).toBe('c105')
    expect(toHexDigits(storedCell(state, cellKey('unlimitedLockWhitelist')))).toBe('c0')
  })

  it('fails on cells that do not decode', () => {
    const state = emptyState()
    state.setStorage(bridgeAddress, cellKey('releaseRequestQueue'), fromHex('c20102'))
    expect(callBridge(contextOf({ state }), inputFor('getQueuedPegoutsCount()')).output).toBeUndefined()
  })

  it('with malformed arguments has no effect, and fails only from RSKIP88 on', () => {
    const noArguments = [new Uint8Array(32 * 4)]
    const sign = inputFor('addSignature(bytes,bytes[],bytes)', ...noArguments)
    const call = { caller: federator.address }
    expect(callBridge(contextOf(), sign, call).output).toBeUndefined()
    expect(callBridge(contextOf({ rules: without('rskip88') }), sign, call).output).toEqual(emptyBytes)
  })

  it('fails on devnet, which has no federation', () => {
    const context = contextOf({ network: devnet, isLocalCall: true })
    expect(callBridge(context, inputFor('getFederationSize()')).output).toBeUndefined()
  })
})
