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

const noMembers: { readonly [name: string]: unknown } = {}

const chainIdText = (value: unknown): ChainIdText => ({ value: quantity.decode(value), text: textOf(value) })

/** Empty text is read as a number that is left out. */
const numberOf = (value: unknown): bigint | undefined =>
  value === undefined || value === null || value === '' ? undefined : quantity.decode(value)

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
    let member = 'from'
    try {
      const from = isGiven(given[member]) ? address.decode(given[member]) : undefined
      member = 'to'
      const to = isGiven(given[member]) ? address.decode(given[member]) : null
      member = 'gas'
      const gas = numberOf(given[member])
      member = 'gasPrice'
      const gasPrice = numberOf(given[member])
      member = 'gasLimit'
      const gasLimit = numberOf(given[member])
      member = 'nonce'
      const nonce = numberOf(given[member])
      member = 'chainId'
      const chainId = isGiven(given[member]) ? chainIdText(given[member]) : undefined
      member = 'value'
      const amount = numberOf(given[member])
      member = 'data'
      const other = isGiven(given[member]) ? data.decode(given[member]) : undefined
      member = 'input'
      const input = isGiven(given[member]) ? data.decode(given[member]) : (other ?? emptyBytes)
      const hasTwoData = other !== undefined && !equalBytes(other, input)
      return {
        from,
        to,
        gas,
        gasPrice,
        gasLimit,
        nonce,
        chainId,
        value: amount,
        data: input,
        hasTwoData,
        members: given,
      }
    } catch (error) {
      // The message of the reference node does not tell the member of a mistake; a development chain's does.
      throw error instanceof RpcError ? new MemberError(error.code, error.message, member) : error
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
