import { bytes } from '../../native/abi/types.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { BitcoinChain } from '../bitcoinChain/chain.ts'
import {
  nextPegoutHeight,
  pegoutQueue,
  releaseQueue,
  releaseRequests,
  unconfirmedPegouts,
  unsignedPegoutList,
  unsignedPegouts,
} from '../cells/pegouts.ts'
import { newFederationUtxos, utxoList } from '../cells/utxos.ts'
import { spendWaitingForSignatures, unsignedSpend } from '../cells/validation.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { type BridgeMethod, bridgeGetter, localRead } from './bridgeMethod.ts'

/* Parts of the Bridge's state, for the federation's programs and for debugging. */

const emptyList = encodeRlp([])

export const stateMethods: readonly BridgeMethod[] = [
  bridgeGetter('getStateForBtcReleaseClient', bytes, { gas: 4_000, ...localRead }, ({ cells }) =>
    encodeRlpList([unsignedPegoutList.encode(cells.load(unsignedPegouts))]),
  ),
  bridgeGetter(
    'getStateForSvpClient',
    bytes,
    { available: { since: 'rskip419' }, gas: 4_000, ...localRead },
    ({ cells }) => {
      const waiting = cells.load(spendWaitingForSignatures)
      return encodeRlpList([waiting ? unsignedSpend.encode(waiting) : emptyList])
    },
  ),
  bridgeGetter('getStateForDebugging', bytes, { gas: 3_000_000, ...localRead }, stateForDebugging),
]

/** Every item except the height is an RLP string that contains RLP. */
function stateForDebugging(bridge: BridgeCall): Uint8Array {
  const { cells, rules } = bridge
  const requests = cells.load(releaseRequests)
  const pegouts = cells.load(unconfirmedPegouts)
  return encodeRlp([
    unsignedBytes(BitcoinChain.open(bridge).head.height),
    utxoList.encode(cells.load(newFederationUtxos)),
    unsignedPegoutList.encode(cells.load(unsignedPegouts)),
    rules.rskip146 ? releaseQueue.encodeWithHash(requests) : releaseQueue.encode(requests),
    rules.rskip146 ? pegoutQueue.encodeWithHash(pegouts) : pegoutQueue.encode(pegouts),
    encodeRlp(unsignedBytes(cells.load(nextPegoutHeight))),
  ])
}
