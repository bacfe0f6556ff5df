import type { Address } from '../../primitives/bytes.ts'
import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { notObject, RpcError } from '../errors/errors.ts'
import { MemberError } from '../errors/memberError.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { address } from './address.ts'
import { data } from './data.ts'
import type { Codec } from './parameter.ts'
import { quantity } from './quantity.ts'
import { textOf } from './text.ts'

/** The members of a call or a transaction, all of them optional. */
export interface CallObject {
  readonly from: Address | undefined
  /** Null creates a contract. */
  readonly to: Address | null
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly gasLimit: bigint | undefined
  readonly nonce: bigint | undefined
  readonly chainId: ChainIdText | undefined
  readonly value: bigint | undefined
  readonly data: Uint8Array
  /** Whether `data` and `input` were both given and differ, which a development chain refuses. */
  readonly hasTwoData?: true
}

/** A chain id with the client's text, which the message about a wrong one repeats. */
export interface ChainIdText {
  readonly value: bigint
  readonly text: string
}

const chainId: Codec<ChainIdText> = {
  schema: schema.quantity,
  decode: (value) => ({ value: quantity.decode(value), text: textOf(value) }),
}

/** Empty text is read as a number that is left out. */
const number: Codec<bigint | undefined> = {
  schema: schema.quantity,
  decode: (value) => (value === '' ? undefined : quantity.decode(value)),
}

/**
 * Other members are ignored, because clients send members that this chain does not have
 * (access lists, priority fees). `input` takes precedence over `data`.
 */
export const callObject: Codec<CallObject> = {
  schema: schema.objectWith({
    from: schema.address,
    to: schema.address,
    gas: schema.quantity,
    gasPrice: schema.quantity,
    gasLimit: schema.quantity,
    nonce: schema.quantity,
    chainId: schema.quantity,
    value: schema.quantity,
    data: schema.data,
    input: schema.data,
  }),
  decode(value) {
    const given = isJsonObject(value) ? value : {}
    const call = {
      from: member(given, 'from', address),
      to: member(given, 'to', address) ?? null,
      gas: member(given, 'gas', number),
      gasPrice: member(given, 'gasPrice', number),
      gasLimit: member(given, 'gasLimit', number),
      nonce: member(given, 'nonce', number),
      chainId: member(given, 'chainId', chainId),
      value: member(given, 'value', number),
    }
    const other = member(given, 'data', data)
    const input = member(given, 'input', data) ?? other ?? emptyBytes
    const hasTwoData = other !== undefined && !equalBytes(other, input)
    return hasTwoData ? { ...call, data: input, hasTwoData } : { ...call, data: input }
  },
}

/** The message of the reference node does not tell the member of a mistake; a development chain's does. */
function member<T>(
  given: { readonly [name: string]: unknown },
  name: string,
  codec: Codec<T>,
): T | undefined {
  const value = given[name]
  if (value === undefined || value === null) return undefined
  try {
    return codec.decode(value)
  } catch (error) {
    throw error instanceof RpcError ? new MemberError(error.code, error.message, name) : error
  }
}

/** A call that must be an object; `callObject` reads every other value as an empty one, like the reference node. */
export const strictCallObject: Codec<CallObject> = {
  schema: callObject.schema,
  decode(value) {
    if (!isJsonObject(value)) throw notObject()
    return callObject.decode(value)
  },
}
