import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { address, bool, bytes, int256, uint256 } from '../../native/abi/types.ts'
import { type Address, emptyBytes } from '../../primitives/bytes.ts'
import { baseEvent, superEvent } from '../cells/unionBridge.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import {
  increaseUnionLockingCap,
  isUnionBridge,
  releaseRbtc,
  requestRbtc,
  setTransferPermissions,
  setUnionAddress,
  unionAddress,
  unionLockingCap,
} from '../union/unionBridge.ts'
import { type BridgeMethod, bridgeGetter, bridgeMethod } from './bridgeMethod.ts'

const read = { isRead: true, gas: 3_000 } as const
const change = { isRead: false, gas: 8_000 } as const
const since502 = { available: { since: 'rskip502' } } as const
const since529 = { available: { since: 'rskip529' } } as const

const transferMethods: readonly BridgeMethod[] = [
  bridgeGetter('getUnionBridgeContractAddress', address, { ...since502, ...read }, unionAddress),
  bridgeMethod({
    name: 'setUnionBridgeContractAddressForTestnet',
    inputs: [address],
    output: int256,
    ...since502,
    ...change,
    run: (bridge, contract: Address) => setUnionAddress(bridge, contract),
  }),
  bridgeGetter('getUnionBridgeLockingCap', uint256, { ...since502, ...read }, unionLockingCap),
  bridgeMethod({
    name: 'increaseUnionBridgeLockingCap',
    inputs: [uint256],
    output: int256,
    ...since502,
    ...change,
    run: increaseUnionLockingCap,
  }),
  bridgeMethod({
    name: 'requestUnionBridgeRbtc',
    inputs: [uint256],
    output: int256,
    ...since502,
    ...change,
    run: requestRbtc,
  }),
  bridgeGetter('releaseUnionBridgeRbtc', int256, { ...since502, ...change }, releaseRbtc),
  bridgeMethod({
    name: 'setUnionBridgeTransferPermissions',
    inputs: [bool, bool],
    output: int256,
    ...since502,
    ...change,
    run: (bridge, request: boolean, release: boolean) => setTransferPermissions(bridge, { request, release }),
  }),
]

const maximumEventLength = 128

/** RSKIP529: bytes that the union bridge stores for others to read. */
const eventMethods = (name: string, cell: typeof superEvent): readonly BridgeMethod[] => [
  bridgeGetter(`get${name}`, bytes, { ...since529, ...read }, ({ cells }) => cells.load(cell) ?? emptyBytes),
  bridgeMethod({
    name: `set${name}`,
    inputs: [bytes],
    ...since529,
    ...change,
    run(bridge, event: Uint8Array) {
      checkCaller(bridge)
      if (event.length > maximumEventLength)
        throw new PrecompileFailure(`an event of ${event.length} bytes is too long`)
      bridge.cells.set(cell, event)
    },
  }),
  bridgeMethod({
    name: `clear${name}`,
    inputs: [],
    ...since529,
    ...change,
    run(bridge) {
      checkCaller(bridge)
      bridge.cells.set(cell, undefined)
    },
  }),
]

function checkCaller(bridge: BridgeCall): void {
  if (!isUnionBridge(bridge)) throw new PrecompileFailure('the caller is not the union bridge')
}

export const unionBridgeMethods: readonly BridgeMethod[] = [
  ...transferMethods,
  ...eventMethods('SuperEvent', superEvent),
  ...eventMethods('BaseEvent', baseEvent),
]
