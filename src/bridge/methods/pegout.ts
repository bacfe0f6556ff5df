import { arrayOf, bytes, uint256 } from '../../native/abi/types.ts'
import { nextPegoutHeight, releaseRequests } from '../cells/pegouts.ts'
import { addSignature } from '../pegout/addSignature.ts'
import { estimateNextPegout, estimatePegout } from '../pegout/feeEstimate.ts'
import { requestRelease } from '../pegout/requestRelease.ts'
import { updateCollections } from '../pegout/updateCollections.ts'
import { type BridgeMethod, bridgeGetter, bridgeMethod } from './bridgeMethod.ts'

/** The method that a plain payment to the Bridge calls. */
export const releaseBtc = bridgeMethod({
  name: 'releaseBtc',
  inputs: [],
  gas: 23_000,
  isRead: false,
  run: requestRelease,
})

export const pegoutMethods: readonly BridgeMethod[] = [
  releaseBtc,
  bridgeMethod({
    name: 'updateCollections',
    inputs: [],
    gas: 48_000,
    isRead: false,
    run: updateCollections,
  }),
  bridgeMethod({
    name: 'addSignature',
    inputs: [bytes, arrayOf(bytes), bytes],
    gas: 70_000,
    isRead: false,
    run: (bridge, key: Uint8Array, signatures: readonly Uint8Array[], transactionHash: Uint8Array) =>
      addSignature(bridge, key, signatures, transactionHash),
  }),
  bridgeGetter(
    'getNextPegoutCreationBlockNumber',
    uint256,
    { available: { since: 'rskip271' }, gas: 3_000, isRead: true },
    ({ cells }) => BigInt(cells.load(nextPegoutHeight)),
  ),
  bridgeGetter(
    'getQueuedPegoutsCount',
    uint256,
    { available: { since: 'rskip271' }, gas: 3_000, isRead: true },
    ({ cells }) => BigInt(cells.load(releaseRequests).length),
  ),
  bridgeGetter(
    'getEstimatedFeesForNextPegOutEvent',
    uint256,
    { available: { since: 'rskip271' }, gas: 10_000, isRead: true },
    estimateNextPegout,
  ),
  bridgeMethod({
    name: 'getEstimatedFeesForPegOutAmount',
    inputs: [uint256],
    output: uint256,
    available: { since: 'rskip540' },
    gas: 10_000,
    isRead: true,
    run: estimatePegout,
  }),
]
