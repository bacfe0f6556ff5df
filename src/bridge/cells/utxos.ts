import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { cellKey } from '../../native/cellKey.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, type CellCodec, type CellStore, cellWithInitial } from './cell.ts'

/** An output of a Bitcoin transaction that a federation can spend. */
export interface Utxo {
  readonly value: Satoshis
  readonly script: Uint8Array
  /** In printed order. */
  readonly transactionId: Uint8Array
  readonly outputIndex: number
  readonly isCoinbase: boolean
}

const scriptAt = 12
const hashLength = 32
/** Output index, a height that is always 0, and the coinbase flag. */
const tailLength = 9

/** The encoding of each decoded coin. Lists are long, and most coins are written back unchanged. */
const encodings = new WeakMap<Utxo, Uint8Array>()

/** Value, script with its length, transaction, index, height 0 and coinbase flag; integers little-endian. */
export const utxoCodec: CellCodec<Utxo> = {
  decode(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const hashAt = scriptAt + (bytes.length >= scriptAt ? view.getUint32(8, true) : 0)
    if (bytes.length !== hashAt + hashLength + tailLength) {
      throw new DecodeError('utxo', `has ${bytes.length} bytes`)
    }
    const utxo = {
      value: view.getBigInt64(0, true),
      script: bytes.subarray(scriptAt, hashAt),
      transactionId: bytes.subarray(hashAt, hashAt + hashLength),
      outputIndex: view.getUint32(hashAt + hashLength, true),
      isCoinbase: bytes[bytes.length - 1] !== 0,
    }
    encodings.set(utxo, bytes)
    return utxo
  },
  encode(utxo) {
    const known = encodings.get(utxo)
    if (known) return known
    const { value, script, transactionId, outputIndex, isCoinbase } = utxo
    const head = new Uint8Array(scriptAt)
    const headView = new DataView(head.buffer)
    headView.setBigInt64(0, value, true)
    headView.setUint32(8, script.length, true)
    const tail = new Uint8Array(tailLength)
    new DataView(tail.buffer).setUint32(0, outputIndex, true)
    tail[tailLength - 1] = isCoinbase ? 1 : 0
    return concatBytes(head, script, transactionId, tail)
  },
}

export const utxoList: CellCodec<readonly Utxo[]> = {
  decode: rememberedByObject((bytes: Uint8Array) => {
    const reader = RlpReader.list(bytes, 'utxos')
    const utxos: Utxo[] = []
    while (!reader.done) utxos.push(utxoCodec.decode(reader.bytes('utxo')))
    return utxos
  }),
  encode: (utxos) => encodeRlp(utxos.map(utxoCodec.encode)),
}

const mainKey = cellKey('newFederationBtcUTXOs')
const rskip284Key = cellKey('newFederationBtcUTXOsForTestnet')
const rskip293Key = cellKey('newFedBtcUTXOsForTestnetPostHop')

/** Testnet started with an empty list twice, when its federation's address changed. */
function newUtxosKey({ network, rules }: CellStore): Uint8Array {
  if (network.bitcoinNetwork !== 'testnet') return mainKey
  if (rules.rskip293) return rskip293Key
  return rules.rskip284 ? rskip284Key : mainKey
}

/** The coins of the newest federation. */
export const newFederationUtxos: BridgeCell<readonly Utxo[]> = {
  name: 'newFederationBtcUTXOs',
  savedWhen: 'loaded',
  read(store) {
    const bytes = store.read(newUtxosKey(store))
    return bytes.length === 0 ? [] : utxoList.decode(bytes)
  },
  write: (store, utxos) => store.write(newUtxosKey(store), utxoList.encode(utxos)),
  keys: (store) => [newUtxosKey(store)],
}

/** The coins of the federation before the newest. */
export const oldFederationUtxos = cellWithInitial({
  name: 'oldFederationBtcUTXOs',
  savedWhen: 'loaded',
  codec: utxoList,
  initial: [],
})
