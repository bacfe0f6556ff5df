import { keccak256 } from '../../crypto/keccak256.ts'
import { type Address, asAddress, concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

/*
 * Ethereum's transactions with an access list (EIP-2930) and with a fee market (EIP-1559). Rootstock has neither. A
 * development chain that accepts them executes their legacy meaning: the access list has no effect, and the gas price is
 * the highest that the sender offers.
 */

const accessListType = 1
const feeMarketType = 2

/** What a typed transaction has besides the fields of a legacy one. */
interface TypedParts {
  readonly type: 1 | 2
  /** Undefined for type 1. */
  readonly maximumPriorityFee: bigint | undefined
  /** The list's RLP. */
  readonly accessList: Uint8Array
}

export class TypedTransaction extends Transaction {
  readonly type: 1 | 2
  readonly maximumPriorityFee: bigint | undefined
  readonly accessList: Uint8Array
  readonly #envelope: Uint8Array

  constructor(
    fields: TransactionFields,
    { type, maximumPriorityFee, accessList }: TypedParts,
    envelope: Uint8Array,
  ) {
    super(fields)
    this.type = type
    this.maximumPriorityFee = maximumPriorityFee
    this.accessList = accessList
    this.#envelope = envelope
  }

  override get encoded(): Uint8Array {
    return encodeRlp(this.#envelope)
  }

  override get hash(): Hash {
    return keccak256(this.#envelope)
  }

  override get signingHash(): Hash {
    const { nonce, gasPriceValue, gasLimit, to, value, data, chainId } = this
    const price =
      this.maximumPriorityFee === undefined ? [] : [encodeRlp(unsignedBytes(this.maximumPriorityFee))]
    const items = [
      encodeRlp(unsignedBytes(chainId)),
      encodeRlp(nonce),
      ...price,
      encodeRlp(unsignedBytes(gasPriceValue)),
      encodeRlp(gasLimit),
      encodeRlp(to ?? emptyBytes),
      encodeRlp(unsignedBytes(value)),
      encodeRlp(data),
      this.accessList,
    ]
    return keccak256(concatBytes(Uint8Array.of(this.type), encodeRlpList(items)))
  }
}

/** Whether bytes are a type and a list, of a type that this file knows. */
export const isTypedEnvelope = (bytes: Uint8Array): boolean =>
  (bytes[0] === accessListType || bytes[0] === feeMarketType) && bytes.length > 1 && bytes[1]! >= 0xc0

/** Throws `DecodeError` for bytes that are not a transaction of type 1 or 2. */
export function decodeTypedTransaction(envelope: Uint8Array): TypedTransaction {
  const type = envelope[0] === feeMarketType ? feeMarketType : accessListType
  const reader = RlpReader.list(envelope.subarray(1), 'typed transaction')
  const chainId = Number(reader.unsigned('chainId'))
  const nonce = reader.bytes('nonce')
  const maximumPriorityFee = type === feeMarketType ? reader.unsigned('maxPriorityFeePerGas') : undefined
  const gasPrice = reader.unsigned(type === feeMarketType ? 'maxFeePerGas' : 'gasPrice')
  const gasLimit = reader.bytes('gasLimit')
  const to = receiverOf(reader.fixedOrEmpty('to', 20))
  const value = reader.unsigned('value')
  const data = reader.bytes('data')
  const accessList = reader.encoded('accessList')
  checkAccessList(accessList)
  const parity = reader.unsigned('yParity')
  const r = reader.unsigned('r')
  const s = reader.unsigned('s')
  if (!reader.done) throw new DecodeError(reader.path(''), 'has too many items')
  if (parity > 1n) throw new DecodeError(reader.path('yParity'), 'is neither 0 nor 1')
  const signature = { v: 27 + Number(parity), r, s }
  const fields = { nonce, gasPrice, gasLimit, to, value, data, chainId, signature }
  return new TypedTransaction(fields, { type, maximumPriorityFee, accessList }, envelope)
}

/** Its form is checked, because clients are answered it. */
function checkAccessList(encoded: Uint8Array): void {
  for (const list = RlpReader.list(encoded, 'accessList'); !list.done; ) {
    const entry = list.list('entry')
    entry.fixed('address', 20)
    for (const keys = entry.list('storageKeys'); !keys.done; ) keys.fixed('key', 32)
  }
}

const receiverOf = (bytes: Uint8Array): Address | null => (bytes.length === 0 ? null : asAddress(bytes))
