import { BitcoinChain } from '../../bridge/bitcoinChain/chain.ts'
import { coinbaseWitnessRoot } from '../../bridge/cells/bitcoinChain.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { processedIn } from '../../bridge/pegin/processed.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { transactionsOf } from '../bitcoin/chain/chainBlock.ts'
import type { BitcoinPayment } from './bitcoinPayments.ts'
import { bridgeCallData } from './bridgeCallData.ts'
import { speakerKey } from './federationView.ts'
import type { FederationAction } from './pegChain.ts'
import { provenTransaction } from './provenBlock.ts'

/** The name of the action that registers a Bitcoin transaction. */
export const registrationName = (id: Uint8Array): string => `register ${toHexDigits(id)}`

/** Confirmations that a payment lacks in the Bridge's view of the Bitcoin chain. */
export function missingConfirmations(context: BridgeContext, { height }: BitcoinPayment): number {
  const depth = BitcoinChain.open(context).head.height - height + 1
  return Math.max(0, context.constants.peginConfirmations - depth)
}

export const isProcessed = (context: BridgeContext, { id }: Pick<BitcoinPayment, 'id'>): boolean =>
  processedIn(context, toHexDigits(id)) !== undefined

/** Registers a confirmed payment; for a payment with a witness, first the coinbase of its block. */
export async function registerPayment(
  context: BridgeContext,
  bitcoin: BitcoinBackend,
  { id, blockHash, height, index }: BitcoinPayment,
): Promise<FederationAction> {
  const key = speakerKey(context)
  const transactions = transactionsOf(await bitcoin.block(blockHash))
  const { bytes, proof, coinbase } = provenTransaction(transactions, index, context.rules.rskip143)
  if (coinbase !== undefined && context.cells.load(coinbaseWitnessRoot(blockHash)) === undefined) {
    const data = bridgeCallData(
      'registerBtcCoinbaseTransaction',
      coinbase.bytes,
      blockHash,
      coinbase.proof,
      coinbase.witnessRoot,
      coinbase.reservedValue,
    )
    return { name: `register the coinbase of ${toHexDigits(blockHash)}`, key, data }
  }
  return {
    name: registrationName(id),
    key,
    data: bridgeCallData('registerBtcTransaction', bytes, BigInt(height), proof),
  }
}
