import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, type CellCodec, optionalCell } from './cell.ts'
import { rlpBytes } from './codecs.ts'
import type { UnsignedPegout } from './pegouts.ts'

/*
 * RSKIP419: a proposed federation is validated with two Bitcoin transactions, one that funds it and one in which it
 * spends.
 */

const bytesCell = (name: string): BridgeCell<Uint8Array | undefined> =>
  optionalCell({ name, savedWhen: 'set', codec: rlpBytes })

/** The id that the funding transaction had before it was signed. */
export const fundTransactionId = bytesCell('svpFundTxHashUnsigned')

/** The funding transaction, once a Bitcoin block contains it. */
export const signedFundTransaction = bytesCell('svpFundTxSigned')

/** The id that the spending transaction had before it was signed. */
export const spendTransactionId = bytesCell('svpSpendTxHashUnsigned')

/** RLP list of the Rootstock transaction's hash and the Bitcoin transaction. */
export const unsignedSpend: CellCodec<UnsignedPegout> = {
  decode(bytes) {
    const reader = RlpReader.list(bytes, 'svpSpendTxWaitingForSignatures')
    return {
      transactionHash: reader.fixed('transactionHash', 32),
      transaction: reader.bytes('transaction'),
    }
  },
  encode: ({ transactionHash, transaction }) => encodeRlp([transactionHash, transaction]),
}

/** The spending transaction while it waits for signatures. */
export const spendWaitingForSignatures = optionalCell({
  name: 'svpSpendTxWaitingForSignatures',
  savedWhen: 'set',
  codec: unsignedSpend,
})
