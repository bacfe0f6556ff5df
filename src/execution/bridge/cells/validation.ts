import { optionalCell } from './cell.ts'
import { rawBytes } from './codecs.ts'

/* RSKIP419: the transactions that prove that a proposed federation can spend. */

/** A list of the Rootstock transaction's hash and the Bitcoin transaction that waits for signatures. */
export const spendWaitingForSignatures = optionalCell({
  name: 'svpSpendTxWaitingForSignatures',
  savedWhen: 'set',
  codec: rawBytes,
})
