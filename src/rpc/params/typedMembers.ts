import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlpList } from '../../primitives/rlp/encode.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { never } from '../../protocol/networks/upgrades.ts'
import {
  type AccessListEntry,
  emptyAccessList,
  encodeAccessList,
} from '../../protocol/transactions/accessList.ts'
import {
  type Authorization,
  encodeAuthorization,
  readAuthorizations,
} from '../../protocol/transactions/authorization.ts'
import {
  malformedSubmission,
  notArray,
  tooManyItems,
  typedTransaction,
  unreadable,
} from '../errors/errors.ts'
import { namedMember } from '../errors/memberError.ts'
import { isGiven, isJsonObject } from '../json/json.ts'
import { address } from './address.ts'
import type { CallObject } from './callObject.ts'
import { data } from './data.ts'
import { quantity } from './quantity.ts'

/* Members of a call or a transaction that only chains with typed transactions read. */

/** Whether a network knows typed transactions at some height (RSKIP543). */
export const knowsTypes = ({ activations }: Network): boolean => activations.rskip543 !== never

/** Whether a network knows transactions of this type, from 1 on, at some height. */
export const acceptsType = ({ activations }: Network, type: number): boolean =>
  type !== 3 && activations[type === 4 ? 'rskip545' : 'rskip546'] !== never

export interface TypedMembers {
  readonly type: 1 | 2 | 4
  /** Undefined members are left to the node. */
  readonly maximumFee: bigint | undefined
  readonly maximumPriorityFee: bigint | undefined
  /** RLP of the list. */
  readonly accessList: Uint8Array
  readonly authorizations: readonly Authorization[]
}

/** Entries of a list; a longer one does not fit into a transaction. */
const maximumEntries = 4_096

/**
 * Undefined for a legacy transaction. The type follows from the members if it is not given: a transaction without a member of
 * a later type is legacy, as Rootstock's networks have them.
 */
export function typedMembersOf(call: CallObject): TypedMembers | undefined {
  const { members, gasPrice } = call
  const { maximumFee, maximumPriorityFee } = feesOf(call)
  const hasFees = (maximumFee ?? maximumPriorityFee) !== undefined
  const { accessList, authorizations } = listsOf(call)
  const implied =
    authorizations.length > 0
      ? 4n
      : hasFees
        ? 2n
        : isGiven(members['accessList'])
          ? gasPrice === undefined
            ? 2n
            : 1n
          : 0n
  const type = amountOf(call, 'type') ?? implied
  if (type === 3n || type > 4n) throw typedTransaction(3)
  if (type < 2n && hasFees)
    throw unreadable(`maxFeePerGas and maxPriorityFeePerGas are of type 2, not ${type}`)
  if (type >= 2n && gasPrice !== undefined) {
    throw unreadable('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  }
  if (type === 0n) return undefined
  return {
    type: type === 1n ? 1 : type === 2n ? 2 : 4,
    maximumFee,
    maximumPriorityFee,
    accessList,
    authorizations,
  }
}

/** The price that a simulated call sees: the smaller fee, or the maximum alone. */
export function simulatedPrice(call: CallObject): bigint | undefined {
  if (call.gasPrice !== undefined) return call.gasPrice
  const { maximumFee, maximumPriorityFee = maximumFee } = feesOf(call)
  if (maximumFee === undefined || maximumPriorityFee === undefined) return undefined
  return maximumPriorityFee < maximumFee ? maximumPriorityFee : maximumFee
}

export const feesOf = (call: CallObject): Pick<TypedMembers, 'maximumFee' | 'maximumPriorityFee'> => ({
  maximumFee: amountOf(call, 'maxFeePerGas'),
  maximumPriorityFee: amountOf(call, 'maxPriorityFeePerGas'),
})

export const amountOf = ({ members }: CallObject, member: string): bigint | undefined =>
  isGiven(members[member]) ? namedMember(member, () => quantity.decode(members[member])) : undefined

export function listsOf({ members }: CallObject): Pick<TypedMembers, 'accessList' | 'authorizations'> {
  const { accessList, authorizationList } = members
  return {
    accessList: isGiven(accessList) ? encodeAccessList(entriesOf(accessList)) : emptyAccessList,
    authorizations: isGiven(authorizationList) ? authorizationsOf(authorizationList) : [],
  }
}

const entriesOf = (value: unknown): AccessListEntry[] =>
  namedMember('accessList', () => listOf(value)).map((entry, index) => {
    const { address: account, storageKeys } = isJsonObject(entry) ? entry : {}
    const bytes = bytesOf(account, 20)
    if (bytes === undefined) {
      throw malformedSubmission(`Access list entry address must be a 20-byte hex value at index ${index}`)
    }
    const cells = listOf(storageKeys ?? []).map((key, position) => {
      const cell = bytesOf(key, 32)
      if (cell !== undefined) return cell
      throw malformedSubmission(
        `Access list storage key must be a 32-byte hex value at entry ${index}, key ${position}`,
      )
    })
    return { address: bytes, cells }
  })

/** The same checks as for the bytes of a transaction. */
function authorizationsOf(value: unknown): Authorization[] {
  const entries = namedMember('authorizationList', () => listOf(value))
  if (entries.length === 0) return []
  const tuples = entries.map((entry, index) => encodeAuthorization(authorizationOf(entry, index)))
  try {
    return readAuthorizations(encodeRlpList(tuples))
  } catch (error) {
    throw error instanceof DecodeError ? malformedSubmission(`${error.where} ${error.problem}`) : error
  }
}

function authorizationOf(entry: unknown, index: number): Authorization {
  const given = isJsonObject(entry) ? entry : {}
  const member = (name: string): unknown => {
    if (isGiven(given[name])) return given[name]
    throw malformedSubmission(`Authorization list entry missing ${name} at index ${index}`)
  }
  const numberOf = (name: string): bigint => {
    const value = member(name)
    return namedMember(name, () => quantity.decode(value))
  }
  const chainId = numberOf('chainId')
  const account = member('address')
  const delegate = namedMember('address', () => address.decode(account))
  const nonce = unsignedBytes(numberOf('nonce'))
  const parity = numberOf('yParity')
  if (parity > 1n) throw malformedSubmission(`Authorization y_parity must be 0 or 1, got: ${parity}`)
  return { chainId, address: delegate, nonce, parity: Number(parity), r: numberOf('r'), s: numberOf('s') }
}

function bytesOf(value: unknown, length: number): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length !== 2 + 2 * length) return undefined
  return data.decode(value)
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw notArray()
  if (value.length > maximumEntries) throw tooManyItems('entries', maximumEntries)
  return value
}
