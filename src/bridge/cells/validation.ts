import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type CellCodec, optionalCell } from './cell.ts'
import { rlpBytes } from './codecs.ts'
import type { UnsignedPegout } from './pegouts.ts'

/* RSKIP419: the two transactions with which a proposed federation proves that it can spend. */

/** The name of the transaction that funds it, before it was signed. */
export const fundTransactionId = optionalCell({
  name: 'svpFundTxHashUnsigned',
  savedWhen: 'set',
  codec: rlpBytes,
})

/** The transaction that funds it, once Bitcoin has it. */
export const signedFundTransaction = optionalCell({
  name: 'svpFundTxSigned',
  savedWhen: 'set',
  codec: rlpBytes,
})

/** The name of the transaction in which it spends, before it was signed. */
export const spendTransactionId = optionalCell({
  name: 'svpSpendTxHashUnsigned',
  savedWhen: 'set',
  codec: rlpBytes,
})

/** A list of the Rootstock transaction's hash and the Bitcoin transaction. */
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

/** The transaction in which it spends, while it waits for signatures. */
export const spendWaitingForSignatures = optionalCell({
  name: 'svpSpendTxWaitingForSignatures',
  savedWhen: 'set',
  codec: unsignedSpend,
})
