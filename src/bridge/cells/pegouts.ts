import { readVariableInteger, variableInteger } from '../../bitcoin/serialization/variableInteger.ts'
import type { Satoshis } from '../../bitcoin/transactions/satoshis.ts'
import { cellKey } from '../../native/cellKey.ts'
import { compareBytes, concatBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import {
  type BridgeCell,
  type CellCodec,
  type CellStore,
  cellWithInitial,
  compoundName,
  hashedKey,
  optionalCell,
} from './cell.ts'
import { number, rawBytes } from './codecs.ts'
import { compareFromTheEnd } from './order.ts'

/** A Bitcoin transaction that waits until the Rootstock block that made it is deep enough. */
export interface UnconfirmedPegout {
  /** The serialized Bitcoin transaction. */
  readonly transaction: Uint8Array
  readonly blockNumber: number
  /** The Rootstock transaction that made it; unknown for those from before RSKIP146. */
  readonly transactionHash: Uint8Array | undefined
}

const legacyKey = cellKey('releaseTransactionSet')
const withHashKey = cellKey('releaseTransactionSetWithTxHash')

export const unconfirmedPegouts: BridgeCell<readonly UnconfirmedPegout[]> = {
  name: 'releaseTransactionSet',
  savedWhen: 'loaded',
  read(store) {
    const legacy = readPegouts(store, legacyKey, false)
    return store.rules.rskip146 ? [...legacy, ...readPegouts(store, withHashKey, true)] : legacy
  },
  write(store, pegouts) {
    store.write(legacyKey, encodePegouts(pegouts.filter((pegout) => !pegout.transactionHash)))
    if (store.rules.rskip146) store.write(withHashKey, encodeHashedPegouts(pegouts))
  },
  keys: ({ rules }) => (rules.rskip146 ? [legacyKey, withHashKey] : [legacyKey]),
}

function readPegouts(store: CellStore, key: Uint8Array, hasHash: boolean): UnconfirmedPegout[] {
  const bytes = store.read(key)
  if (bytes.length === 0) return []
  const reader = RlpReader.list(bytes, 'releaseTransactionSet')
  const pegouts: UnconfirmedPegout[] = []
  while (!reader.done) {
    pegouts.push({
      transaction: reader.bytes('transaction'),
      blockNumber: reader.number('blockNumber'),
      transactionHash: hasHash ? reader.fixed('transactionHash', 32) : undefined,
    })
  }
  return pegouts
}

const inOrder = (pegouts: readonly UnconfirmedPegout[]): UnconfirmedPegout[] =>
  [...pegouts].sort((a, b) => compareBytes(a.transaction, b.transaction))

export const encodePegouts = (pegouts: readonly UnconfirmedPegout[]): Uint8Array =>
  encodeRlp(
    inOrder(pegouts).flatMap(({ transaction, blockNumber }) => [transaction, unsignedBytes(blockNumber)]),
  )

/** Leaves out those without a transaction hash. */
export const encodeHashedPegouts = (pegouts: readonly UnconfirmedPegout[]): Uint8Array =>
  encodeRlp(
    inOrder(pegouts).flatMap(({ transaction, blockNumber, transactionHash }) =>
      transactionHash ? [transaction, unsignedBytes(blockNumber), transactionHash] : [],
    ),
  )

/** A confirmed peg-out that the federation has to sign, by the Rootstock transaction that made it. */
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

/** RSKIP271: the block from which on the next batch of peg-outs may be made. */
export const nextPegoutHeight = cellWithInitial({
  name: 'nextPegoutHeight',
  savedWhen: 'loaded',
  codec: number,
  initial: 0,
  since: 'rskip271',
})

/** RSKIP379: set for the hash that a peg-out of the Bridge has to sign in its first input. */
export const pegoutIndex = (signatureHash: Uint8Array): BridgeCell<Uint8Array | undefined> => {
  const name = compoundName('pegoutTxSigHash', toHexDigits(signatureHash))
  return optionalCell({ name, savedWhen: 'set', codec: rawBytes, key: hashedKey(name) })
}

/** RSKIP305: the values that a transaction of the Bridge spends, in the order of its inputs. */
export const outpointValues = (transactionId: Uint8Array): BridgeCell<readonly Satoshis[] | undefined> => {
  const name = compoundName('releasesOutpointsValues', toHexDigits(transactionId))
  return optionalCell({ name, savedWhen: 'set', codec: valueList, key: hashedKey(name) })
}

/** Bitcoin's variable integers, one behind the other. */
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
