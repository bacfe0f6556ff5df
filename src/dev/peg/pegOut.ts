import { addressText } from '../../bitcoin/scripts/address.ts'
import { releaseRequests } from '../../bridge/cells/pegouts.ts'
import { weiPerSatoshi } from '../../bridge/constants/bridgeConstants.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { totalOf } from '../../bridge/wallet/wallet.ts'
import { emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { type PegChain, PegRefusal } from '../federation/pegChain.ts'
import { ownAddress } from './pegIn.ts'

export interface PegOutRequest {
  readonly satoshis: bigint
  /** The private key of the account that pays. */
  readonly payer: Uint8Array
  /** Where the user expects the bitcoins; refused unless the Bridge pays there. */
  readonly bitcoinAddress?: string | undefined
}

export interface PegOutSubmission {
  /** The Rootstock transaction. */
  readonly id: Hash
  readonly bitcoinAddress: string
}

/** Sends RBTC to the Bridge, which pays to the address of the same key on Bitcoin. */
export function requestPegOut(
  context: BridgeContext,
  chain: PegChain,
  { satoshis, payer, bitcoinAddress }: PegOutRequest,
): PegOutSubmission {
  const address = addressText(ownAddress(payer), context.constants.bitcoin)
  if (bitcoinAddress !== undefined && bitcoinAddress !== address) {
    throw new PegRefusal(
      `the Bridge pays to the key of the requesting account, whose Bitcoin address is ${address}`,
    )
  }
  const minimum = minimumPegout(context)
  if (satoshis < minimum) throw new PegRefusal(`the smallest peg-out is ${minimum} satoshis`)
  const held = totalOf(context.cells.load(liveFederations(context).activeUtxos))
  const queued = totalOf(context.cells.load(releaseRequests).map(({ amount }) => ({ value: amount })))
  if (satoshis + queued > held) {
    throw new PegRefusal(
      `the federation holds ${held} satoshis, of which ${queued} are already requested: peg in first`,
    )
  }
  const value = satoshis * weiPerSatoshi
  return {
    id: chain.send({ key: payer, to: bridgeAddress, data: emptyBytes, value }),
    bitcoinAddress: address,
  }
}

/** RSKIP219 lowered the minimum. */
export const minimumPegout = ({ constants, rules }: BridgeContext): bigint =>
  constants.minimumPegout[rules.rskip219 ? 'rskip219' : 'legacy']
