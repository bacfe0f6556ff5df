import type { Address } from '../../primitives/bytes.ts'
import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { notObject } from '../errors/errors.ts'
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

type Members = { readonly [member: string]: unknown }

const member = <T>(members: Members, name: string, codec: Codec<T>): T | undefined => {
  const value = members[name]
  return value === undefined || value === null ? undefined : codec.decode(value)
}

/** Empty text is read as a number that is left out. */
const number = (members: Members, name: string): bigint | undefined =>
  members[name] === '' ? undefined : member(members, name, quantity)

/**
 * Members are checked in this order. Others are ignored, because clients send members that this chain does not have
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
    const members = isJsonObject(value) ? value : {}
    const from = member(members, 'from', address)
    const to = member(members, 'to', address) ?? null
    const gas = number(members, 'gas')
    const gasPrice = number(members, 'gasPrice')
    const gasLimit = number(members, 'gasLimit')
    const nonce = number(members, 'nonce')
    const chain = member(members, 'chainId', chainId)
    const amount = number(members, 'value')
    const given = member(members, 'data', data)
    const input = member(members, 'input', data) ?? given ?? emptyBytes
    const hasTwoData = given !== undefined && !equalBytes(given, input)
    return {
      from,
      to,
      gas,
      gasPrice,
      gasLimit,
      nonce,
      chainId: chain,
      value: amount,
      data: input,
      ...(hasTwoData && { hasTwoData }),
    }
  },
}

/** A call that must be an object; `callObject` reads every other value as an empty one, like the reference node. */
export const strictCallObject: Codec<CallObject> = {
  schema: callObject.schema,
  decode(value) {
    if (!isJsonObject(value)) throw notObject()
    return callObject.decode(value)
  },
}
