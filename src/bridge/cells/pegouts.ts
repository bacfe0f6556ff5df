import { readVariableInteger, variableInteger } from '../../bitcoin/serialization/variableInteger.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { compareBytes, concatBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, type CellCodec, cellOf, cellWithInitial } from './cell.ts'
import { number, rawBytes } from './codecs.ts'
import { type EntryWithHash, entriesWithHash } from './entriesWithHash.ts'
import { compareFromTheEnd } from './order.ts'

/** A Bitcoin transaction that waits until the Rootstock block that created it is deep enough. */
export interface UnconfirmedPegout extends EntryWithHash {
  /** The serialized Bitcoin transaction. */
  readonly transaction: Uint8Array
  readonly blockNumber: number
}

/** Sorted by the bytes of the transactions. */
export const pegoutQueue = entriesWithHash<UnconfirmedPegout>(
  'releaseTransactionSet',
  {
    read: (reader, readHash) => ({
      transaction: reader.bytes('transaction'),
      blockNumber: reader.number('blockNumber'),
      transactionHash: readHash(),
    }),
    items: ({ transaction, blockNumber }) => [transaction, unsignedBytes(blockNumber)],
  },
  (pegouts) => [...pegouts].sort((a, b) => compareBytes(a.transaction, b.transaction)),
)

export const unconfirmedPegouts = pegoutQueue.cell

/** A confirmed peg-out that the federation has to sign, identified by a Rootstock transaction. */
export interface UnsignedPegout {
  readonly transactionHash: Uint8Array
  readonly transaction: Uint8Array
}

export const unsignedPegoutList: CellCodec<readonly UnsignedPegout[]> = {
  decode(bytes) {
    const reader = RlpReader.list(bytes, 'rskTxsWaitingFS')
    const pegouts: UnsignedPegout[] = []
    while (!reader.done) {
      pegouts.push({
        transactionHash: reader.fixed('transactionHash', 32),
        transaction: reader.bytes('transaction'),
      })
    }
    return pegouts
  },
  encode: (pegouts) =>
    encodeRlp(
      [...pegouts]
        .sort((a, b) => compareFromTheEnd(a.transactionHash, b.transactionHash))
        .flatMap(({ transactionHash, transaction }) => [transactionHash, transaction]),
    ),
}

export const unsignedPegouts = cellWithInitial({
  name: 'rskTxsWaitingFS',
  savedWhen: 'loaded',
  codec: unsignedPegoutList,
  initial: [],
})

/** RSKIP271: the first block that may create the next batch of peg-outs. */
export const nextPegoutHeight = cellWithInitial({
  name: 'nextPegoutHeight',
  savedWhen: 'loaded',
  codec: number,
  initial: 0,
  since: 'rskip271',
})

/** RSKIP379: set for the signature hash of the first input of each peg-out of the Bridge. */
export const pegoutIndex = (signatureHash: Uint8Array): BridgeCell<Uint8Array | undefined> =>
  cellOf('pegoutTxSigHash', toHexDigits(signatureHash), 'set', rawBytes)

/** RSKIP305: the values that a transaction of the Bridge spends, in the order of its inputs. */
export const outpointValues = (transactionId: Uint8Array): BridgeCell<readonly Satoshis[] | undefined> =>
  cellOf('releasesOutpointsValues', toHexDigits(transactionId), 'set', valueList)

/** A sequence of Bitcoin's variable integers. */
export const valueList: CellCodec<readonly Satoshis[]> = {
  decode(bytes) {
    const values: Satoshis[] = []
    for (let at = 0; at < bytes.length; ) {
      const { value, end } = readVariableInteger(bytes, at)
      values.push(value)
      at = end
    }
    return values
  },
  encode: (values) => concatBytes(...values.map(variableInteger)),
}

/** A request for bitcoins that waits to be paid. */
export interface ReleaseRequest extends EntryWithHash {
  /** Hash of the public key they are paid to. */
  readonly destination: Uint8Array
  readonly amount: Satoshis
}

/** Requests in the order of their arrival. */
export const releaseQueue = entriesWithHash<ReleaseRequest>('releaseRequestQueue', {
  read: (reader, readHash) => ({
    destination: reader.fixed('destination', 20),
    amount: reader.unsigned('amount'),
    transactionHash: readHash(),
  }),
  items: ({ destination, amount }) => [destination, unsignedBytes(amount)],
})

export const releaseRequests = releaseQueue.cell
