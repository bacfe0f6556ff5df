import { type Address, asAddress } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { emptyAccessList, readAccessList } from './accessList.ts'
import type { TransactionSignature } from './transaction.ts'

const typed = 'Typed transaction'
const maximumIntegerBytes = 32
/** A bound, because decoding a long number takes more than linear time. */
const maximumScalarBytes = 1024
const maximumChainId = 255n

/**
 * A price of zero is the byte 00 in the reference node, which cannot read the empty string that libraries write. Development
 * chains keep the empty string as null.
 */
export type EmptyPrices = 'misread' | 'kept'

/** The two prices of types 2 and 4. Null is a zero that was received as the empty string. */
export interface Fees {
  readonly maximumPriorityFee: bigint | null
  readonly maximumFee: bigint | null
}

/** The fields of the call in types 1, 2 and 4, in order. */
interface CallFields {
  readonly gasLimit: Uint8Array
  readonly to: Address | null
  readonly value: bigint
  readonly data: Uint8Array
}

/** Opens the list after the byte of the type. */
export function readTyped(
  bytes: Uint8Array,
  name: string,
  fieldCount: number,
  emptyPrices: EmptyPrices,
): TypedFields {
  const reader = RlpReader.list(bytes.subarray(1), name)
  if (reader.remaining() !== fieldCount) {
    throw new DecodeError(name, `must have exactly ${fieldCount} elements`)
  }
  return new TypedFields(reader, emptyPrices)
}

/** Reads the fields of a typed transaction in order, each with the bounds of the reference node. */
class TypedFields {
  readonly #reader: RlpReader
  readonly #keepsEmptyPrices: boolean

  constructor(reader: RlpReader, emptyPrices: EmptyPrices) {
    this.#reader = reader
    this.#keepsEmptyPrices = emptyPrices === 'kept'
  }

  /** A field with its RLP prefix. */
  item(name: string): Uint8Array {
    return this.#reader.encoded(name)
  }

  chainId(): number {
    const chainId = toBigInt(this.#bytes('chainId', maximumIntegerBytes))
    if (chainId === 0n) throw new DecodeError(typed, 'chainId must not be zero or absent')
    if (chainId > maximumChainId) {
      throw new DecodeError(
        typed,
        `chainId exceeds maximum supported value of ${maximumChainId}, got: ${chainId}`,
      )
    }
    return Number(chainId)
  }

  integerBytes(name: string): Uint8Array {
    return this.#bytes(name, maximumIntegerBytes).slice()
  }

  gasPrice(): bigint | null {
    const bytes = this.#coinBytes('Gas Price')
    return bytes.length === 0 && this.#keepsEmptyPrices ? null : toBigInt(bytes)
  }

  /** In the reference node neither may be empty. */
  fees(type: 2 | 4): Fees {
    const maximumPriorityFee = this.#fee(type, 'maxPriorityFeePerGas')
    const maximumFee = this.#fee(type, 'maxFeePerGas')
    if ((maximumPriorityFee ?? 0n) <= (maximumFee ?? 0n)) return { maximumPriorityFee, maximumFee }
    throw new DecodeError(
      `Type ${type} transaction`,
      `maxPriorityFeePerGas (${maximumPriorityFee}) must not exceed maxFeePerGas (${maximumFee ?? 0n})`,
    )
  }

  #fee(type: 2 | 4, name: string): bigint | null {
    const bytes = this.#coinBytes('Gas Price')
    if (bytes.length > 0) return toBigInt(bytes)
    if (this.#keepsEmptyPrices) return null
    throw new DecodeError(`Type ${type} transaction`, `${name} must not be empty`)
  }

  call(): CallFields {
    const gasLimit = this.integerBytes('Gas Limit')
    const to = this.#receiver()
    const value = toBigInt(this.#coinBytes('Value'))
    return { gasLimit, to, value, data: this.#stringOrList('data') }
  }

  accessList(): Uint8Array {
    const item = this.item('accessList')
    return item.length === 1 && item[0] === 0x80 ? emptyAccessList : readAccessList(item)
  }

  /**
   * Null when both numbers are empty. Only the first byte of the parity counts, and zeros may lead the numbers, as in the
   * reference node.
   */
  signature(): TransactionSignature | null {
    const parity = this.#stringOrList('yParity')[0] ?? 0
    if (parity > 1) throw new DecodeError(typed, `yParity must be 0 or 1, got: ${parity}`)
    const r = this.#bytes('r', maximumScalarBytes)
    const s = this.#bytes('s', maximumScalarBytes)
    if ((r.length === 0) !== (s.length === 0)) throw new DecodeError(typed, 'signature is incomplete')
    return r.length === 0 ? null : { v: 27 + parity, r: toBigInt(r), s: toBigInt(s) }
  }

  #receiver(): Address | null {
    const bytes = this.#stringOrList('to')
    if (bytes.length === 0) return null
    if (bytes.length === 20) return asAddress(bytes)
    throw new DecodeError(this.#reader.path('to'), `has ${bytes.length} bytes instead of 20`)
  }

  /** The reference node reads prices and values as signed numbers, so the highest bit must be clear. */
  #coinBytes(name: string): Uint8Array {
    const bytes = this.#bytes(name, maximumIntegerBytes)
    if (bytes.length === maximumIntegerBytes && bytes[0]! >= 0x80) throw new DecodeError(name, 'is not valid')
    return bytes
  }

  #bytes(name: string, maximum: number): Uint8Array {
    const bytes = this.#stringOrList(name)
    if (bytes.length > maximum) throw new DecodeError(name, 'is not valid')
    return bytes
  }

  /** A list in place of a string counts as its bytes with their prefix, as in the reference node. */
  #stringOrList(name: string): Uint8Array {
    return this.#reader.nextIsList(name) ? this.#reader.encoded(name) : this.#reader.bytes(name)
  }
}
