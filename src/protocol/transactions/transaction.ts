import { keccak256, keccak256OfRlp } from '../../crypto/keccak256.ts'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { addressOf, recoverPublicKey } from '../../crypto/secp256k1.ts'
import { type Address, concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { toBigInt, unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { coinBytes } from '../../primitives/rlp/values.ts'
import type { RuleName } from '../networks/ruleTable.ts'
import type { Authorization } from './authorization.ts'

export interface TransactionSignature {
  /** 27 or 28 for a signature that can be accepted. */
  readonly v: number
  readonly r: bigint
  readonly s: bigint
}

/** The contents of a transaction. */
export type TransactionFields = Pick<
  Transaction,
  'nonce' | 'gasPrice' | 'gasLimit' | 'to' | 'value' | 'data' | 'chainId' | 'signature'
>

/** Signatures must have s below this: one less than Ethereum's bound, as the reference node compares strictly. */
export const halfGroupOrder = groupOrder / 2n
const noRules: readonly RuleName[] = []
const noAuthorizations: readonly Authorization[] = []

/**
 * A legacy transaction, and the base of the others, with its derived values, each computed at most once. Nonce and gas limit
 * stay as the bytes that were received, because their leading zeros are part of the hash.
 */
export class Transaction {
  readonly nonce: Uint8Array
  /** Null when the encoding holds an empty string, which is not the same bytes as zero. */
  readonly gasPrice: bigint | null
  readonly gasLimit: Uint8Array
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Uint8Array
  /** 0 when the signature does not name a chain (before EIP-155). */
  readonly chainId: number
  readonly signature: TransactionSignature | null

  #nonceValue: bigint | undefined
  #gasLimitValue: bigint | undefined
  #encoded: Uint8Array | undefined
  #hash: Hash | undefined
  #sender: Address | undefined | null

  /** `sender` is for a caller that knows the signer; if undefined, the sender is recovered from the signature. */
  constructor(fields: TransactionFields, sender?: Address) {
    this.nonce = fields.nonce.length === 1 && fields.nonce[0] === 0 ? emptyBytes : fields.nonce
    this.gasPrice = fields.gasPrice
    this.gasLimit = fields.gasLimit
    this.to = fields.to
    this.value = fields.value
    this.data = fields.data
    this.chainId = fields.chainId
    this.signature = fields.signature
    this.#sender = sender
  }

  /**
   * Takes derived values that another thread has computed from the same bytes. Without a sender, the first use of `sender`
   * recovers it.
   */
  learn({ hash, sender }: { readonly hash: Hash; readonly sender: Address | undefined }): void {
    this.#hash = hash
    this.#sender = sender
  }

  get nonceValue(): bigint {
    this.#nonceValue ??= toBigInt(this.nonce)
    return this.#nonceValue
  }

  get gasLimitValue(): bigint {
    this.#gasLimitValue ??= toBigInt(this.gasLimit)
    return this.#gasLimitValue
  }

  /** The price of a unit of gas for the sender. */
  get gasPriceValue(): bigint {
    return this.gasPrice ?? 0n
  }

  /** The bytes before the list of fields, which are its type (RSKIP543); empty for a legacy transaction. */
  get prefix(): Uint8Array {
    return emptyBytes
  }

  /** The rules that a block with the transaction needs. */
  get neededRules(): readonly RuleName[] {
    return noRules
  }

  /** RLP of the accounts and cells that the sender names (types 1, 2 and 4). */
  get accessList(): Uint8Array | undefined {
    return undefined
  }

  /** Empty except in type 4. */
  get authorizations(): readonly Authorization[] {
    return noAuthorizations
  }

  /** Prefix and list of fields: the bytes that are hashed, and the value in the trie of transactions. */
  get encoded(): Uint8Array {
    this.#encoded ??= encodeRlp([...this.unsignedItems(), ...this.#signatureItems()])
    return this.#encoded
  }

  /** The item in the body of a block, and in messages between peers. */
  get inBody(): Uint8Array {
    return this.encoded
  }

  get hash(): Hash {
    this.#hash ??= keccak256(this.encoded)
    return this.#hash
  }

  /** The hash that the sender signs: with a chain id as in EIP-155, without one only the first six items. */
  get signingHash(): Hash {
    const items = this.unsignedItems()
    if (this.chainId !== 0) items.push(this.#byte(this.chainId), emptyBytes, emptyBytes)
    return keccak256OfRlp(items)
  }

  /** False for the transactions of a development chain that name their sender instead. */
  get needsSignature(): boolean {
    return true
  }

  /** Undefined without a signature, and for one from which no key can be recovered. */
  get sender(): Address | undefined {
    if (this.#sender === undefined) {
      const publicKey = this.recoverPublicKey()
      this.#sender = publicKey === undefined ? null : addressOf(publicKey)
    }
    return this.#sender ?? undefined
  }

  /** The 65-byte key behind the signature, recovered anew each time; undefined where `sender` is. */
  recoverPublicKey(): Uint8Array | undefined {
    if (!this.signature) return undefined
    const { v, r, s } = this.signature
    if (r >= groupOrder || s >= groupOrder) return undefined
    const compact = concatBytes(wordBytes(r), wordBytes(s))
    return recoverPublicKey(this.signingHash, { compact, recovery: v - 27 })
  }

  /** Whether execution on a chain accepts the signature; recovery must succeed as well. */
  hasAcceptableSignature(chainId: number): boolean {
    if (!this.signature) return false
    const { v, r, s } = this.signature
    if (v !== 27 && v !== 28) return false
    if (r < 1n || r >= groupOrder || s < 1n || s >= halfGroupOrder) return false
    return this.chainId === 0 || this.chainId === chainId
  }

  protected unsignedItems(): Uint8Array[] {
    return [
      this.nonce,
      coinBytes(this.gasPrice),
      this.gasLimit,
      this.to ?? emptyBytes,
      unsignedBytes(this.value),
      this.data,
    ]
  }

  #signatureItems(): Uint8Array[] {
    if (!this.signature) return [this.#byte(this.chainId), emptyBytes, emptyBytes]
    const { v, r, s } = this.signature
    const encodedV = this.chainId === 0 ? v : v - 27 + 35 + 2 * this.chainId
    return [this.#byte(encodedV), unsignedBytes(r), unsignedBytes(s)]
  }

  /** One byte, empty for 0; v is a single byte on this chain. */
  #byte(value: number): Uint8Array {
    return unsignedBytes(value & 0xff)
  }
}
