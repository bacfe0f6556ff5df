import { keccak256 } from '../../crypto/keccak256.ts'
import { asAddress, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { NamespaceTransaction } from './namespaceTransaction.ts'
import { Transaction, type TransactionFields, type TransactionSignature } from './transaction.ts'
import { decodeType1 } from './type1.ts'
import { decodeType2 } from './type2.ts'
import { decodeType4 } from './type4.ts'
import type { EmptyPrices } from './typedFields.ts'

/*
 * RSKIP543: the first byte of a transaction is its type; a list is a legacy transaction. Heights are not checked
 * here: a block with a type before its rule decodes, and fails when it is executed.
 */

const itemCount = 9
const maximumType = 0x7f
const maximumIntegerBytes = 32
/** The reference node reads prices and values as signed numbers of 32 bytes. */
const maximumCoin = 2n ** 255n - 1n
const firstList = 0xc0

/** A transaction from its bytes: a legacy list, or a prefix and a list. */
export function decodeTransaction(
  bytes: Uint8Array,
  where = 'transaction',
  emptyPrices: EmptyPrices = 'misread',
): Transaction {
  const type = bytes[0]
  if (type === undefined) throw new DecodeError('Transaction raw data', 'cannot be null or empty')
  if (type === 0xff)
    throw new DecodeError('Transaction type 0xff', 'is reserved per EIP-2718 and cannot be used')
  if (type > maximumType) return decodeLegacyTransaction(bytes, where)
  const second = bytes[1]
  if (type === 0x01) return decodeType1(bytes, emptyPrices)
  if (type === 0x02 && second !== undefined && second <= maximumType) {
    return decodeNamespace(bytes, where)
  }
  if (type === 0x02) return decodeType2(bytes, emptyPrices)
  if (type === 0x04) return decodeType4(bytes, emptyPrices)
  if (type === 0x03)
    throw new DecodeError('Unsupported transaction type:', 'StandardTyped[RSKIP558 (EIP-4844)]')
  throw new DecodeError(where, `type not supported: 0x${type.toString(16).padStart(2, '0')}`)
}

/** A legacy list after the two bytes, with the bounds of typed transactions. */
function decodeNamespace(bytes: Uint8Array, where: string): NamespaceTransaction {
  const fields = readLegacyFields(RlpReader.list(bytes.subarray(2), where))
  const { nonce, gasLimit, value } = fields
  if (nonce.length > maximumIntegerBytes) throw new DecodeError('Nonce', 'is not valid')
  if (gasLimit.length > maximumIntegerBytes) throw new DecodeError('Gas Limit', 'is not valid')
  if (value > maximumCoin) throw new DecodeError('Value', 'is not valid')
  // The reference node writes a missing price as zero here.
  const gasPrice = fields.gasPrice ?? 0n
  if (gasPrice > maximumCoin) throw new DecodeError('Gas Price', 'is not valid')
  return new NamespaceTransaction({ ...fields, gasPrice }, bytes.slice(0, 2))
}

/** The next item of a block's body: a list is a legacy transaction, a string holds another one. */
export function readBodyTransaction(reader: RlpReader, name: string): Transaction {
  if (reader.nextIsList(name)) return readLegacyTransaction(reader.list(name))
  return decodeEnvelope(reader.bytes(name), reader.path(name))
}

/** A transaction from its item in the body of a block. */
export function decodeBodyItem(item: Uint8Array, emptyPrices: EmptyPrices = 'misread'): Transaction {
  const envelope = envelopeIn(item)
  return envelope === undefined
    ? decodeTransaction(item)
    : decodeEnvelope(envelope, 'transaction', emptyPrices)
}

/** The hash of a transaction from its item in the body of a block. */
export const hashOfBodyItem = (item: Uint8Array): Hash => keccak256(envelopeIn(item) ?? item)

/** The contents of an item that is a string; undefined for a list, which is a legacy transaction. */
export function envelopeIn(item: Uint8Array): Uint8Array | undefined {
  if (item[0] === undefined || item[0] >= firstList) return undefined
  return RlpReader.string(item, 'transaction')
}

function decodeEnvelope(bytes: Uint8Array, where: string, emptyPrices?: EmptyPrices): Transaction {
  if (bytes[0] === undefined || bytes[0] > maximumType)
    throw new DecodeError(where, 'is a string without a type')
  return decodeTransaction(bytes, where, emptyPrices)
}

export const decodeLegacyTransaction = (bytes: Uint8Array, where = 'transaction'): Transaction =>
  readLegacyTransaction(RlpReader.list(bytes, where))

const readLegacyTransaction = (reader: RlpReader): Transaction => new Transaction(readLegacyFields(reader))

function readLegacyFields(reader: RlpReader): TransactionFields {
  const count = reader.remaining()
  if (count !== itemCount)
    throw new DecodeError(reader.path(''), `has ${count} items instead of ${itemCount}`)
  const nonce = reader.integerBytes('nonce')
  const gasPrice = reader.unsignedOrNull('gasPrice')
  const gasLimit = reader.integerBytes('gasLimit')
  const receiver = reader.fixedOrEmpty('to', 20)
  const to = receiver.length === 0 ? null : asAddress(receiver)
  const value = reader.unsigned('value')
  const data = reader.bytes('data')
  const { chainId, signature } = readSignature(reader)
  return { nonce, gasPrice, gasLimit, to, value, data, chainId, signature }
}

function readSignature(reader: RlpReader): { chainId: number; signature: TransactionSignature | null } {
  const bytes = reader.fixedOrEmpty('v', 1)
  const r = reader.unsigned('r')
  const s = reader.unsigned('s')
  if (bytes.length === 0) return { chainId: 0, signature: null }
  const { v, chainId } = splitV(bytes[0]!)
  return { chainId, signature: { v, r, s } }
}

/** EIP-155's v = 35 + 2 × chain id + parity. Division truncates toward zero, so 34 to 36 give chain id 0. */
function splitV(encoded: number): { v: number; chainId: number } {
  if (encoded === 27 || encoded === 28) return { v: encoded, chainId: 0 }
  return { v: encoded % 2 === 0 ? 28 : 27, chainId: ((encoded - 35) / 2) | 0 }
}
