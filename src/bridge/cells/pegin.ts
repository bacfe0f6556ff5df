import { toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import {
  type BridgeCell,
  type CellCodec,
  cellWithInitial,
  compoundName,
  hashedKey,
  optionalCell,
} from './cell.ts'
import { number, rawBytes } from './codecs.ts'
import { compareFromTheEnd } from './order.ts'

/** A Bitcoin transaction the Bridge is done with, and the Rootstock block in which that was. */
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

/** All processed transactions in one cell; RSKIP134 leaves it to those that are there. */
export const processedTransactions = cellWithInitial({
  name: 'btcTxHashesAP',
  savedWhen: 'loaded',
  codec: processedList,
  initial: [],
})

/** RSKIP134: the block in which a transaction was processed. */
export const processedHeight = (transactionId: string): BridgeCell<number | undefined> => {
  const name = compoundName('btcTxHashAP', transactionId)
  return optionalCell({ name, savedWhen: 'present', codec: number, key: hashedKey(name) })
}

/** RSKIP176: set when a fast peg-in was made with this transaction and these terms. */
export const flyoverUse = (
  transactionId: Uint8Array,
  derivationHash: Uint8Array,
): BridgeCell<Uint8Array | undefined> => {
  const name = compoundName(
    'fastBridgeHashUsedInBtcTx',
    toHexDigits(transactionId) + toHexDigits(derivationHash),
  )
  return optionalCell({ name, savedWhen: 'set', codec: rawBytes, key: hashedKey(name) })
}

/** RSKIP176: to which federation and on which terms a fast peg-in was made. */
export interface FlyoverFederation {
  readonly derivationHash: Uint8Array
  /** The hash in the federation's own address. */
  readonly federationHash: Uint8Array
}

/** By the hash in the address that the terms lead to. */
export const flyoverFederation = (addressHash: Uint8Array): BridgeCell<FlyoverFederation | undefined> => {
  const name = compoundName('fastBridgeFederationInformation', toHexDigits(addressHash))
  return optionalCell({
    name,
    savedWhen: 'set',
    codec: {
      decode(bytes) {
        const reader = RlpReader.list(bytes, name)
        return {
          derivationHash: reader.fixed('derivationHash', 32),
          federationHash: reader.fixed('federationHash', 20),
        }
      },
      encode: ({ derivationHash, federationHash }) => encodeRlp([derivationHash, federationHash]),
    },
    key: hashedKey(name),
  })
}
