import { type AccessListEntry, encodeAccessList } from '../../protocol/transactions/accessList.ts'
import { notArray, notObject, tooManyItems, typedTransaction, unreadable } from '../errors/errors.ts'
import { namedMember } from '../errors/memberError.ts'
import { isGiven, isJsonObject } from '../json/json.ts'
import { address } from './address.ts'
import { type CallObject, callObject } from './callObject.ts'
import { storageKey } from './hash.ts'
import type { Codec } from './parameter.ts'
import { quantity } from './quantity.ts'

type Members = { readonly [member: string]: unknown }

/** A transaction as a client describes it. */
export interface TransactionObject extends CallObject {
  /** As they were given. Only a chain that accepts typed transactions reads the members that make one. */
  readonly members: Members
}

/** The members that make a transaction typed; those that are undefined are left to the node. */
export interface TypedMembers {
  readonly type: 1 | 2
  readonly maximumFee: bigint | undefined
  readonly maximumPriorityFee: bigint | undefined
  /** RLP of the list. */
  readonly accessList: Uint8Array
}

/** Entries of an access list and keys of each; a longer list does not fit into a transaction. */
const maximumEntries = 4_096

export const transactionObject: Codec<TransactionObject> = {
  schema: callObject.schema,
  decode: (value) => ({ ...callObject.decode(value), members: isJsonObject(value) ? value : {} }),
}

/** A transaction that must be an object. */
export const strictTransactionObject: Codec<TransactionObject> = {
  schema: callObject.schema,
  decode(value) {
    if (!isJsonObject(value)) throw notObject()
    return transactionObject.decode(value)
  },
}

/**
 * Undefined for a legacy transaction. The type follows from the members if it is not given, as on Ethereum's nodes: without
 * a gas price it is 2.
 */
export function typedMembersOf({ members, gasPrice }: TransactionObject): TypedMembers | undefined {
  const amount = (member: string): bigint | undefined =>
    isGiven(members[member]) ? namedMember(member, () => quantity.decode(members[member])) : undefined
  const maximumFee = amount('maxFeePerGas')
  const maximumPriorityFee = amount('maxPriorityFeePerGas')
  const hasFees = (maximumFee ?? maximumPriorityFee) !== undefined
  const hasList = isGiven(members['accessList'])
  const implied = hasFees || gasPrice === undefined ? 2n : hasList ? 1n : 0n
  const type = amount('type') ?? implied
  if (type > 2n) throw typedTransaction()
  if (type !== 2n && hasFees)
    throw unreadable(`maxFeePerGas and maxPriorityFeePerGas are of type 2, not ${type}`)
  if (type === 2n && gasPrice !== undefined) {
    throw unreadable('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  }
  if (type === 0n) return undefined
  const accessList = encodeAccessList(
    hasList ? namedMember('accessList', () => entriesOf(members['accessList'])) : [],
  )
  return { type: type === 2n ? 2 : 1, maximumFee, maximumPriorityFee, accessList }
}

const entriesOf = (value: unknown): AccessListEntry[] =>
  listOf(value).map((entry) => {
    if (!isJsonObject(entry)) throw notObject()
    return {
      address: address.decode(entry['address']),
      cells: listOf(entry['storageKeys'] ?? []).map((key) => storageKey.decode(key)),
    }
  })

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw notArray()
  if (value.length > maximumEntries) throw tooManyItems('entries', maximumEntries)
  return value
}
