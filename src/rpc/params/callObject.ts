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

/** Named, because V8 finds a member more slowly when its name is a parameter. */
type Members = { readonly [Name in Exclude<keyof CallObject, 'hasTwoData'> | 'input']?: unknown }

const given = <T>(value: unknown, codec: Codec<T>): T | undefined =>
  value === undefined || value === null ? undefined : codec.decode(value)

/** Empty text is read as a number that is left out. */
const givenNumber = (value: unknown): bigint | undefined =>
  value === '' ? undefined : given(value, quantity)

/** The members in the order in which they are checked. */
const memberSchemas = {
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
} as const

const names = Object.keys(memberSchemas) as (keyof typeof memberSchemas)[]

/**
 * Other members are ignored, because clients send members that this chain does not have
 * (access lists, priority fees). `input` takes precedence over `data`.
 */
export const callObject: Codec<CallObject> = {
  schema: schema.objectWith(memberSchemas),
  decode(value) {
    const members: Members = isJsonObject(value) ? value : {}
    try {
      return decodeMembers(members)
    } catch (error) {
      throw error instanceof RpcError ? withMember(error, members) : error
    }
  },
}

function decodeMembers(members: Members): CallObject {
  const from = given(members.from, address)
  const to = given(members.to, address) ?? null
  // Most calls leave most members out. To compare here is quicker than a call of a function.
  const gas = members.gas === undefined ? undefined : givenNumber(members.gas)
  const gasPrice = members.gasPrice === undefined ? undefined : givenNumber(members.gasPrice)
  const gasLimit = members.gasLimit === undefined ? undefined : givenNumber(members.gasLimit)
  const nonce = members.nonce === undefined ? undefined : givenNumber(members.nonce)
  const chain = members.chainId === undefined ? undefined : given(members.chainId, chainId)
  const amount = members.value === undefined ? undefined : givenNumber(members.value)
  const other = members.data === undefined ? undefined : given(members.data, data)
  const last = members.input === undefined ? undefined : given(members.input, data)
  const input = last ?? other ?? emptyBytes
  const hasTwoData = other !== undefined && !equalBytes(other, input)
  const call = { from, to, gas, gasPrice, gasLimit, nonce, chainId: chain, value: amount, data: input }
  return hasTwoData ? { ...call, hasTwoData } : call
}

/** Finds the member of a mistake, which the message of the reference node does not tell. */
function withMember(error: RpcError, members: Members): RpcError {
  const wrong = names.find((name) => !isReadable({ [name]: members[name] }))
  return wrong === undefined ? error : new MemberError(error.code, error.message, wrong)
}

function isReadable(members: Members): boolean {
  try {
    decodeMembers(members)
    return true
  } catch {
    return false
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
