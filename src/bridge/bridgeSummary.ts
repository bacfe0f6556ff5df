import type { NativeContext } from '../native/nativeContext.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { BitcoinChain } from './bitcoinChain/chain.ts'
import { unconfirmedPegouts, unsignedPegouts } from './cells/pegouts.ts'
import { releaseRequests } from './cells/releaseQueue.ts'
import { bridgeWorld } from './context/bridgeContext.ts'

/** The answer of eth_bridgeState. */
export interface BridgeSummary {
  readonly bestBitcoinHeight: number
  /** Hashes of the Rootstock transactions whose peg-outs wait for signatures, as hex digits. */
  readonly waitingForSignatures: readonly string[]
}

/**
 * Undefined where the reference node fails to answer: it reads its own lists in the form they had before
 * RSKIP146, without transaction hashes. The context's state must be one that is thrown away.
 */
export function bridgeSummary(context: NativeContext): BridgeSummary | undefined {
  const world = bridgeWorld(context)
  const { cells } = world
  const lists = [...cells.load(releaseRequests), ...cells.load(unconfirmedPegouts)]
  if (lists.some(({ transactionHash }) => transactionHash !== undefined)) return undefined
  return {
    bestBitcoinHeight: BitcoinChain.open(world).head.height,
    waitingForSignatures: cells
      .load(unsignedPegouts)
      .map(({ transactionHash }) => toHexDigits(transactionHash)),
  }
}
