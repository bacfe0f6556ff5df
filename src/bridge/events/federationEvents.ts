import { bytes, int256, string } from '../../native/abi/types.ts'
import { bridgeEvent } from './bridgeEvent.ts'

/** RSKIP146: keys and address of the old federation, those of the new one, the block of its activation. */
export const commitFederationEvent = bridgeEvent(
  'commit_federation',
  [],
  [bytes, string, bytes, string, int256],
)

/** RSKIP419: the redeem script of the federation that was not validated in time; the block. */
export const commitFederationFailed = bridgeEvent('commit_federation_failed', [], [bytes, int256])
