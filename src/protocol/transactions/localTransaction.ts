import { keccak256 } from '../../crypto/keccak256.ts'
import { type Address, asAddress, concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { decodeBodyItem, envelopeIn } from './decode.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

/*
 * Transactions without signature, on a development chain only. Each is an envelope as in EIP-2718: a byte for its type,
 * then a list. No decoder of a public network knows the type.
 */

/** Other types count up from 1. */
const unsignedType = 0x7f

type UnsignedFields = Omit<TransactionFields, 'signature'>

/** A transaction of an impersonated account: it names its sender instead of proving it. */
export class UnsignedTransaction extends Transaction {
  readonly #envelope: Uint8Array
  #envelopeHash: Hash | undefined

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
    this.#envelopeHash ??= keccak256(this.#envelope)
    return this.#envelopeHash
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
  if (envelope?.[0] !== unsignedType) return decodeBodyItem(bytes, 'kept')
  return decodeUnsigned(RlpReader.list(envelope.subarray(1), 'unsigned transaction'))
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
