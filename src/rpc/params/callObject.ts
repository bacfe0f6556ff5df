import { type Address, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { notObject, RpcError } from '../errors/errors.ts'
import { MemberError } from '../errors/memberError.ts'
import { isGiven, isJsonObject } from '../json/json.ts'
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
  readonly hasTwoData: boolean
  /** As they were given: `typedMembers.ts` reads those of typed transactions, where the chain has them. */
  readonly members: { readonly [member: string]: unknown }
}

/** A chain id with the client's text, which the message about a wrong one repeats. */
export interface ChainIdText {
  readonly value: bigint
  readonly text: string
}

const noMembers: CallObject['members'] = {}

const chainIdText = (value: unknown): ChainIdText => ({ value: quantity.decode(value), text: textOf(value) })

/** Empty text is read as a number that is left out. */
const numberOf = (value: unknown): bigint | undefined => (value === '' ? undefined : quantity.decode(value))

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
    // Chains with typed transactions read the rest.
    type: schema.quantity,
    maxFeePerGas: schema.quantity,
    maxPriorityFeePerGas: schema.quantity,
    accessList: schema.accessList,
    authorizationList: schema.authorizationList,
  }),
  decode(value) {
    const given = isJsonObject(value) ? value : noMembers
    const other = read(given, 'data', data.decode)
    const input = read(given, 'input', data.decode)
    return {
      from: read(given, 'from', address.decode),
      to: read(given, 'to', address.decode) ?? null,
      gas: read(given, 'gas', numberOf),
      gasPrice: read(given, 'gasPrice', numberOf),
      gasLimit: read(given, 'gasLimit', numberOf),
      nonce: read(given, 'nonce', numberOf),
      chainId: read(given, 'chainId', chainIdText),
      value: read(given, 'value', numberOf),
      data: input ?? other ?? emptyBytes,
      hasTwoData: input !== undefined && other !== undefined && !equalBytes(other, input),
      members: given,
    }
  },
}

/** The message of the reference node does not tell the member of a mistake; a development chain's does. */
function read<T>(members: CallObject['members'], name: string, decode: (value: unknown) => T): T | undefined {
  const value = members[name]
  if (!isGiven(value)) return undefined
  try {
    return decode(value)
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
