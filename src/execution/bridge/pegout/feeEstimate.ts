import { PrecompileFailure } from '../../../evm/precompiles/precompile.ts'
import type { BridgeCall } from '../bridgeWorld.ts'
import { releaseRequests } from '../cells/releaseQueue.ts'
import { type Satoshis, weiPerSatoshi } from '../constants/bridgeConstants.ts'
import { liveFederations } from '../federation/federations.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'
import { pegoutSize } from './pegoutSize.ts'

/** What the next batch of peg-outs would cost with one more request in it. */
export function estimateNextPegout(bridge: BridgeCall): Satoshis {
  const { cells, rules } = bridge
  const queued = cells.load(releaseRequests).length
  // RSKIP385 answers for an empty queue, too.
  if (queued === 0 && !rules.rskip385) return 0n
  const { active, activeUtxos } = liveFederations(bridge)
  const feePerKb = currentFeePerKb(bridge)
  // RSKIP305 builds the batch; without coins that fails, and the size is estimated as before.
  if (rules.rskip305 && cells.load(activeUtxos).length > 0) {
    throw new NotImplementedByThisVersion('getEstimatedFeesForNextPegOutEvent')
  }
  const size = pegoutSize(active, { inputs: 2, outputs: queued + 2 }, bridge)
  return (feePerKb * BigInt(size)) / 1000n
}

/** RSKIP540: what a peg-out of an amount of wei would cost. */
export function estimatePegout(bridge: BridgeCall, wei: bigint): Satoshis {
  const { cells, constants } = bridge
  const amount = BigInt.asIntN(64, wei / weiPerSatoshi)
  if (amount < constants.minimumPegout.rskip219) throw new PrecompileFailure(`${amount} satoshis are too few`)
  const { activeUtxos } = liveFederations(bridge)
  if (cells.load(activeUtxos).length > 0)
    throw new NotImplementedByThisVersion('getEstimatedFeesForPegOutAmount')
  throw new PrecompileFailure('the federation has no bitcoins')
}
