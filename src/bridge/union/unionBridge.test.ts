import { beforeEach, describe, expect, it } from 'vitest'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { bytes } from '../../native/abi/types.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import type { Address } from '../../primitives/bytes.ts'
import { asAddress } from '../../primitives/bytes.ts'
import { toHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import type { State } from '../../state/state.ts'
import {
  bridgeCall,
  type CallOptions,
  callBridge,
  contextOf,
  inputFor,
  person,
  storedCell,
} from '../bridgeWorld.cases.ts'
import { hashedKey } from '../cells/cell.ts'
import { regtestBridge } from '../constants/regtest.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import {
  increaseUnionLockingCap,
  releaseRbtc,
  requestRbtc,
  setTransferPermissions,
  setUnionAddress,
  unionAddress,
} from './unionBridge.ts'

const addressAuthoriser = person('changeUnionBridgeContractAddressAuthorizer').address
const { unionBridgeLockingCap: authoriser } = regtestBridge.authorisers
const unionBridge = asAddress(new Uint8Array(20).fill(0x0b))
const rbtc = 10n ** 18n

let state: State
beforeEach(() => {
  state = emptyState()
})

function as<Result>(caller: Address, action: (bridge: BridgeCall) => Result, options: CallOptions = {}) {
  const bridge = bridgeCall({ state, caller, ...options })
  const result = action(bridge)
  bridge.cells.save()
  return { result, logs: bridge.logs }
}

const install = (): void => {
  as(addressAuthoriser, (bridge) => setUnionAddress(bridge, unionBridge))
}
const cell = (name: string): string => toHexDigits(storedCell(state, hashedKey(name)))
const request = (wei: bigint) => as(unionBridge, (bridge) => requestRbtc(bridge, wei))
const release = (value: bigint, caller = unionBridge) => as(caller, releaseRbtc, { value })
const permit = (request: boolean, release: boolean) =>
  as(authoriser, (bridge) => setTransferPermissions(bridge, { request, release }))

describe('the address of the union bridge', () => {
  it('is set by its authoriser, in a cell with a hashed name', () => {
    expect(() => as(authoriser, (bridge) => setUnionAddress(bridge, unionBridge))).toThrow(PrecompileFailure)
    install()
    expect(toHex(hashedKey('unionBridgeContractAddress'))).toMatch(/^0x4962cec0.*9daca$/)
    expect(cell('unionBridgeContractAddress')).toBe(`94${'0b'.repeat(20)}`)
    expect(as(authoriser, unionAddress).result).toEqual(unionBridge)
  })

  it('cannot be set on mainnet', () => {
    const bridge = bridgeCall({ network: mainnet, caller: asAddress(new Uint8Array(20)) })
    expect(() => setUnionAddress(bridge, unionBridge)).toThrow('fixed')
  })
})

describe('the union bridge', () => {
  beforeEach(install)

  it('borrows up to its locking cap', () => {
    expect(request(rbtc).result).toBe(0n)
    expect(state.balance(unionBridge)).toBe(rbtc)
    expect(state.balance(bridgeAddress)).toBe(-rbtc)
    expect(request(1n).result).toBe(-2n)
    expect(request(0n).result).toBe(-2n)
    expect(request(-1n).result).toBe(-2n)
    expect(cell('weisTransferredToUnionBridge')).toBe('880de0b6b3a7640000')
  })

  it('returns what it borrowed', () => {
    request(rbtc)
    const { result, logs } = release(rbtc / 2n)
    expect(result).toBe(0n)
    expect(logs.map(({ data }) => toHexDigits(data))).toEqual([toHexDigits(wordBytes(rbtc / 2n))])
    expect(cell('weisTransferredToUnionBridge')).toBe('8806f05b59d3b20000')
    expect(release(0n).result).toBe(-2n)
  })

  it('is disabled when it returns more than it borrowed, and the value goes back to it', () => {
    const { result, logs } = release(1n)
    expect(result).toBe(-2n)
    expect(logs.map(({ topics }) => toHex(topics[1]!))).toEqual([
      `0x${'0'.repeat(24)}${toHexDigits(bridgeAddress)}`,
    ])
    expect(state.balance(unionBridge)).toBe(1n)
    expect([cell('unionBridgeRequestEnabled'), cell('unionBridgeReleaseEnabled')]).toEqual(['80', '80'])
    expect(request(1n).result).toBe(-3n)
  })

  it('refuses requests and releases of other callers', () => {
    expect(as(authoriser, (bridge) => requestRbtc(bridge, 1n)).result).toBe(-1n)
    expect(release(5n, authoriser).result).toBe(-1n)
    expect(state.balance(authoriser)).toBe(5n)
  })

  it('transfers only with permission', () => {
    expect(permit(true, true).logs).toHaveLength(0)
    expect(cell('unionBridgeRequestEnabled')).toBe('')
    expect(permit(false, true).logs).toHaveLength(1)
    expect(request(1n).result).toBe(-3n)
    expect(release(1n).result).toBe(-2n)
    expect(() =>
      as(unionBridge, (bridge) => setTransferPermissions(bridge, { request: true, release: true })),
    ).toThrow(PrecompileFailure)
  })

  it('accepts a cap up to twice the current one', () => {
    const raise = (cap: bigint) => as(authoriser, (bridge) => increaseUnionLockingCap(bridge, cap))
    expect(raise(rbtc).result).toBe(-2n)
    expect(raise(2n * rbtc + 1n).result).toBe(-2n)
    const { result, logs } = raise(2n * rbtc)
    expect(result).toBe(0n)
    expect(toHexDigits(logs[0]!.data)).toBe(toHexDigits(wordBytes(rbtc)) + toHexDigits(wordBytes(2n * rbtc)))
    expect(() => as(unionBridge, (bridge) => increaseUnionLockingCap(bridge, 3n * rbtc))).toThrow(
      PrecompileFailure,
    )
  })
})

describe.each(['SuperEvent', 'BaseEvent'])('the %s', (name) => {
  beforeEach(install)
  const call = (input: Uint8Array, caller = unionBridge) =>
    callBridge(contextOf({ state }), input, { caller })
  const set = (event: Uint8Array, caller = unionBridge) =>
    call(inputFor(`set${name}(bytes)`, wordBytes(32n), bytes.encode(event)), caller).output
  const stored = () => cell(name === 'SuperEvent' ? 'superEvent' : 'baseEvent')

  it('is set and cleared by the union bridge', () => {
    expect(set(new Uint8Array(128).fill(7))).toHaveLength(0)
    expect(stored()).toBe('07'.repeat(128))
    expect(call(inputFor(`get${name}()`), authoriser).output).toHaveLength(64 + 128)
    expect(call(inputFor(`clear${name}()`), authoriser).output).toBeUndefined()
    expect(call(inputFor(`clear${name}()`)).output).toHaveLength(0)
    expect(stored()).toBe('')
  })

  it('refuses other callers and more than 128 bytes', () => {
    expect(set(new Uint8Array(1), authoriser)).toBeUndefined()
    expect(set(new Uint8Array(129))).toBeUndefined()
    expect(stored()).toBe('')
  })
})
