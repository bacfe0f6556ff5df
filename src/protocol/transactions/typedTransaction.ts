import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { coinBytes } from '../../primitives/rlp/values.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

/**
 * The common part of types 1, 2 and 4: a byte for the type, the chain id first, and an access list. The access list keeps
 * the bytes that were received; numbers are encoded without leading zeros, prices of zero as the byte 00, and null as the empty
 * string.
 */
export abstract class TypedTransaction extends Transaction {
  abstract readonly type: 1 | 2 | 4
  readonly #accessList: Uint8Array
  #envelope: Uint8Array | undefined

  constructor(fields: TransactionFields, accessList: Uint8Array) {
    super(fields)
    this.#accessList = accessList
  }

  override get accessList(): Uint8Array {
    return this.#accessList
  }

  /** 0 or 1: selects one of the two keys that can be recovered from a signature. */
  get parity(): number {
    return this.signature === null ? 0 : this.signature.v - 27
  }

  override get prefix(): Uint8Array {
    return Uint8Array.of(this.type)
  }

  override get encoded(): Uint8Array {
    const { r = 0n, s = 0n } = this.signature ?? {}
    const signature = [this.parity, r, s].map((number) => encodeRlp(unsignedBytes(number)))
    this.#envelope ??= concatBytes(this.prefix, encodeRlpList([...this.#signedItems(), ...signature]))
    return this.#envelope
  }

  override get inBody(): Uint8Array {
    return encodeRlp(this.encoded)
  }

  override get signingHash(): Hash {
    return keccak256(concatBytes(this.prefix, encodeRlpList(this.#signedItems())))
  }

  /** The prices in the order of the fields. */
  protected abstract get prices(): readonly (bigint | null)[]

  /** RLP of fields after the access list. */
  protected get furtherLists(): readonly Uint8Array[] {
    return []
  }

  #signedItems(): Uint8Array[] {
    return [
      encodeRlp(unsignedBytes(this.chainId)),
      encodeRlp(this.nonce),
      ...this.prices.map((price) => encodeRlp(coinBytes(price))),
      encodeRlp(this.gasLimit),
      encodeRlp(this.to ?? emptyBytes),
      encodeRlp(unsignedBytes(this.value)),
      encodeRlp(this.data),
      this.#accessList,
      ...this.furtherLists,
    ]
  }
}
