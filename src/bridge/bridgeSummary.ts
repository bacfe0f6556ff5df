import type { NativeContext } from '../native/nativeContext.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { BitcoinChain } from './bitcoinChain/chain.ts'
import { releaseRequests, unconfirmedPegouts, unsignedPegouts } from './cells/pegouts.ts'
import { bridgeContext } from './context/bridgeContext.ts'

/** The answer of eth_bridgeState. */
export interface BridgeSummary {
  readonly bestBitcoinHeight: number
  /** Hashes of the Rootstock transactions whose peg-outs wait for signatures, as hex digits. */
  readonly waitingForSignatures: readonly string[]
}

/**
 * Undefined where the reference node fails to answer: it reads its own lists in the form they had before RSKIP146,
 * without transaction hashes. Writes to the state of `native`, so the caller passes one that it discards.
 */
export function bridgeSummary(native: NativeContext): BridgeSummary | undefined {
  const context = bridgeContext(native)
  const { cells } = context
  const lists = [...cells.load(releaseRequests), ...cells.load(unconfirmedPegouts)]
  if (lists.some(({ transactionHash }) => transactionHash !== undefined)) return undefined
  return {
    bestBitcoinHeight: BitcoinChain.open(context).head.height,
    waitingForSignatures: cells
      .load(unsignedPegouts)
      .map(({ transactionHash }) => toHexDigits(transactionHash)),
  }
}
