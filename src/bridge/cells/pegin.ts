import { toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, type CellCodec, cellOf, cellWithInitial } from './cell.ts'
import { number, rawBytes } from './codecs.ts'
import { compareFromTheEnd } from './order.ts'

/** A Bitcoin transaction that the Bridge has processed, and the Rootstock block of the call. */
export interface ProcessedTransaction {
  readonly transactionId: Uint8Array
  readonly blockNumber: number
}

const processedList: CellCodec<readonly ProcessedTransaction[]> = {
  decode(bytes) {
    const reader = RlpReader.list(bytes, 'btcTxHashesAP')
    const entries: ProcessedTransaction[] = []
    while (!reader.done) {
      entries.push({ transactionId: reader.bytes('hash'), blockNumber: reader.number('height') })
    }
    return entries
  },
  encode: (entries) =>
    encodeRlp(
      [...entries]
        .sort((a, b) => compareFromTheEnd(a.transactionId, b.transactionId))
        .flatMap(({ transactionId, blockNumber }) => [transactionId, unsignedBytes(blockNumber)]),
    ),
}

/** Transactions that were processed before RSKIP134, all in one cell. */
export const processedTransactions = cellWithInitial({
  name: 'btcTxHashesAP',
  savedWhen: 'loaded',
  codec: processedList,
  initial: [],
})

/** RSKIP134: the block in which a transaction was processed. */
export const processedHeight = (transactionId: string): BridgeCell<number | undefined> =>
  cellOf('btcTxHashAP', transactionId, 'present', number)

/** RSKIP176: set after a fast peg-in has used this transaction with these terms. */
export const flyoverUse = (
  transactionId: Uint8Array,
  derivationHash: Uint8Array,
): BridgeCell<Uint8Array | undefined> => {
  const identifier = toHexDigits(transactionId) + toHexDigits(derivationHash)
  return cellOf('fastBridgeHashUsedInBtcTx', identifier, 'set', rawBytes)
}

/** RSKIP176: the federation that a fast peg-in paid, and its terms. */
export interface FlyoverFederation {
  readonly derivationHash: Uint8Array
  /** The hash in the federation's own address. */
  readonly federationHash: Uint8Array
}

/** Keyed by the hash in the address that the terms give. */
export const flyoverFederation = (addressHash: Uint8Array): BridgeCell<FlyoverFederation | undefined> =>
  cellOf('fastBridgeFederationInformation', toHexDigits(addressHash), 'set', {
    decode(bytes) {
      const reader = RlpReader.list(bytes, 'fastBridgeFederationInformation')
      return {
        derivationHash: reader.fixed('derivationHash', 32),
        federationHash: reader.fixed('federationHash', 20),
      }
    },
    encode: ({ derivationHash, federationHash }) => encodeRlp([derivationHash, federationHash]),
  })
