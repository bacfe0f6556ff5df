import { hash160 } from '../../bitcoin/keys/publicKey.ts'
import { type Satoshis, satoshisPerBitcoin } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { fromHex } from '../../primitives/hex.ts'
import { releaseRequests } from '../cells/pegouts.ts'
import { weiPerSatoshi } from '../constants/bridgeConstants.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { pegoutSize } from '../wallet/pegoutSize.ts'
import { totalOf } from '../wallet/wallet.ts'
import { buildPegout } from './processRequests.ts'

/** The receiver of the additional request in an estimate. */
const additionalDestination = hash160(
  fromHex('0329f519f8d13a7e3dd35fa5c2480c6bf6c0489da40081e8311a91813492083953'),
)

/** The fee of the next batch of peg-outs with one more request in it. */
export function estimateNextPegout(bridge: BridgeCall): Satoshis {
  const { cells, rules, constants } = bridge
  const queued = cells.load(releaseRequests).length
  // Since RSKIP385 an empty queue has an estimate too.
  if (queued === 0 && !rules.rskip385) return 0n
  const { active } = liveFederations(bridge)
  const feePerKb = currentFeePerKb(bridge)
  // RSKIP305 builds the batch and falls back to the estimated size if that fails.
  if (rules.rskip305) {
    const amount = rules.rskip540 ? constants.minimumPegout.rskip219 : satoshisPerBitcoin
    const fee = feeOfBatchWith(bridge, amount)
    if (fee !== undefined) return fee
  }
  const size = pegoutSize(active, { inputs: 2, outputs: queued + 2 }, bridge)
  return (feePerKb * BigInt(size)) / 1000n
}

/** RSKIP540: the fee of the next batch with a peg-out of this amount of wei in it. */
export function estimatePegout(bridge: BridgeCall, wei: bigint): Satoshis {
  const amount = BigInt.asIntN(64, wei / weiPerSatoshi)
  if (amount < bridge.constants.minimumPegout.rskip219) {
    throw new PrecompileFailure(`${amount} satoshis are too few`)
  }
  const fee = feeOfBatchWith(bridge, amount)
  if (fee === undefined) throw new PrecompileFailure('the peg-outs cannot be built')
  return fee
}

/** Undefined when the batch cannot be built. */
function feeOfBatchWith(bridge: BridgeCall, amount: Satoshis): Satoshis | undefined {
  const requests = [...bridge.cells.load(releaseRequests), { destination: additionalDestination, amount }]
  const built = buildPegout(bridge, requests)
  if (typeof built === 'string') return undefined
  return totalOf(built.coins) - totalOf(built.transaction.outputs)
}
