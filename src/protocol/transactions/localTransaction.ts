import { keccak256 } from '../../crypto/keccak256.ts'
import { type Address, asAddress, concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { decodeTransaction } from './decode.ts'
import { Transaction, type TransactionFields } from './transaction.ts'
import { decodeTypedTransaction, isTypedEnvelope } from './typedTransaction.ts'

/*
 * Transactions in forms that Rootstock does not have, on a development chain only. Each is an envelope as in EIP-2718:
 * a byte for its type, then a list. In a block an envelope is a byte string, whereas Rootstock's transactions are
 * lists, so that no decoder of a public network reads one.
 */

/** The type of a transaction without signature; Ethereum's types count up from 1. */
const unsignedType = 0x7f

type UnsignedFields = Omit<TransactionFields, 'signature'>

/** A transaction of an impersonated account: it names its sender instead of proving it. */
export class UnsignedTransaction extends Transaction {
  readonly #envelope: Uint8Array

  constructor(fields: UnsignedFields, sender: Address) {
    super({ ...fields, signature: null }, sender)
    const { nonce, gasPrice, gasLimit, to, value, data, chainId } = fields
    const items = [
      sender,
      nonce,
      unsignedBytes(gasPrice ?? 0n),
      gasLimit,
      to ?? emptyBytes,
      unsignedBytes(value),
      data,
      unsignedBytes(chainId),
    ]
    this.#envelope = concatBytes(Uint8Array.of(unsignedType), encodeRlp(items))
  }

  override get encoded(): Uint8Array {
    return encodeRlp(this.#envelope)
  }

  override get hash(): Hash {
    return keccak256(this.#envelope)
  }

  override get needsSignature(): boolean {
    return false
  }

  override hasAcceptableSignature(): boolean {
    return true
  }
}

/** A transaction of a development chain from its place in a block. */
export function decodeLocalTransaction(bytes: Uint8Array): Transaction {
  const envelope = envelopeIn(bytes)
  if (envelope === undefined) return decodeTransaction(bytes)
  if (isTypedEnvelope(envelope)) return decodeTypedTransaction(envelope)
  if (envelope[0] !== unsignedType)
    throw new DecodeError('transaction', `has the unknown type ${envelope[0]}`)
  return decodeUnsigned(RlpReader.list(envelope.subarray(1), 'unsigned transaction'))
}

/** The hash of a transaction from its place in a block. */
export const localTransactionHash = (bytes: Uint8Array): Hash => keccak256(envelopeIn(bytes) ?? bytes)

/** Undefined for a list, which is a transaction of Rootstock. */
function envelopeIn(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] === undefined || bytes[0] >= 0xc0) return undefined
  return RlpReader.string(bytes, 'transaction')
}

function decodeUnsigned(reader: RlpReader): UnsignedTransaction {
  const sender = asAddress(reader.fixedOrEmpty('sender', 20))
  const nonce = reader.bytes('nonce')
  const gasPrice = reader.unsigned('gasPrice')
  const gasLimit = reader.bytes('gasLimit')
  const to = reader.fixedOrEmpty('to', 20)
  const value = reader.unsigned('value')
  const data = reader.bytes('data')
  const chainId = Number(reader.unsigned('chainId'))
  const receiver = to.length === 0 ? null : asAddress(to)
  return new UnsignedTransaction({ nonce, gasPrice, gasLimit, to: receiver, value, data, chainId }, sender)
}
