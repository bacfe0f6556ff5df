import { addressKey } from '../../primitives/mapKeys.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { ParityTrace } from '../../tracing/parity/parityTraces.ts'
import type { StateChange } from '../../tracing/parity/stateChanges.ts'
import { typeText } from '../shapes/transactionShape.ts'
import type { StateDiffRequest, TraceRequest, TransactionRequest } from './dataQuery.ts'
import { sighashOf } from './itemFields.ts'
import { factsOf, type TraceType } from './traceFields.ts'

/*
 * Requests are compiled once to sets of keys, and the keys of an item are made once for all requests.
 */

/** Whether a value is in a list that may be absent; a missing value is in no list. */
function inList<Value, Key>(
  list: readonly Value[] | undefined,
  keyOf: (value: Value) => Key,
): (key: Key | undefined) => boolean {
  if (list === undefined) return () => true
  const keys = new Set(list.map(keyOf))
  return (key) => key !== undefined && keys.has(key)
}

const same = <Value>(value: Value): Value => value
const sighashKey = (bytes: Uint8Array): number =>
  (bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!
/** The key of a value that an item may lack. */
const keyed = <Key>(
  keyOf: (bytes: Uint8Array) => Key,
  bytes: Uint8Array | null | undefined,
): Key | undefined => (bytes == null ? undefined : keyOf(bytes))

interface TransactionKeys {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly sighash: number | undefined
  readonly nonce: number
  readonly type: number
}

/** The sender that is shown for REMASC's transaction, which has no signature. */
const noSender = new Uint8Array(20)

/** Returns the function that finds the requests for a transaction. */
export function transactionRequests(
  requests: readonly TransactionRequest[],
): (transaction: Transaction) => readonly TransactionRequest[] {
  const compiled = requests.map((request) => ({ request, matches: transactionMatcher(request) }))
  // The sender of a transaction is recovered from its signature.
  const readsSender = requests.some(({ from }) => from !== undefined)
  return (transaction) => {
    const keys: TransactionKeys = {
      from: readsSender ? addressKey(transaction.sender ?? noSender) : undefined,
      to: keyed(addressKey, transaction.to),
      sighash: keyed(sighashKey, sighashOf(transaction.data)),
      nonce: Number(transaction.nonceValue),
      type: Number(typeText(transaction)),
    }
    return compiled.filter(({ matches }) => matches(keys)).map(({ request }) => request)
  }
}

function transactionMatcher(request: TransactionRequest): (keys: TransactionKeys) => boolean {
  const isFrom = inList(request.from, addressKey)
  const isTo = inList(request.to, addressKey)
  const hasSighash = inList(request.sighash, sighashKey)
  const hasType = inList(request.type, same)
  const { firstNonce = 0, lastNonce = Number.POSITIVE_INFINITY } = request
  return ({ from, to, sighash, nonce, type }) =>
    isTo(to) &&
    hasSighash(sighash) &&
    nonce >= firstNonce &&
    nonce <= lastNonce &&
    hasType(type) &&
    isFrom(from)
}

export interface TraceKeys {
  readonly type: TraceType
  readonly from: string | undefined
  readonly to: string | undefined
  readonly created: string | undefined
  readonly beneficiary: string | undefined
  readonly sighash: number | undefined
}

/** A request for traces with its compiled condition. */
export interface CompiledTraceRequest {
  readonly request: TraceRequest
  readonly matches: (keys: TraceKeys) => boolean
}

export const compiledTraceRequests = (requests: readonly TraceRequest[]): CompiledTraceRequest[] =>
  requests.map((request) => ({ request, matches: traceMatcher(request) }))

export function traceKeys(trace: ParityTrace): TraceKeys {
  const { type, from, to, created, beneficiary, input } = factsOf(trace)
  return {
    type,
    from: keyed(addressKey, from),
    to: keyed(addressKey, to),
    created: keyed(addressKey, created),
    beneficiary: keyed(addressKey, beneficiary),
    sighash: keyed(sighashKey, input && sighashOf(input)),
  }
}

function traceMatcher(request: TraceRequest): (keys: TraceKeys) => boolean {
  const hasType = inList(request.type, same)
  const createFrom = inList(request.createFrom, addressKey)
  const isCreated = inList(request.createResultAddress, addressKey)
  const callFrom = inList(request.callFrom, addressKey)
  const callTo = inList(request.callTo, addressKey)
  const callSighash = inList(request.callSighash, sighashKey)
  const isRefunded = inList(request.suicideRefundAddress, addressKey)
  return ({ type, from, to, created, beneficiary, sighash }) =>
    hasType(type) &&
    createFrom(type === 'create' ? from : undefined) &&
    isCreated(created) &&
    callFrom(type === 'call' ? from : undefined) &&
    callTo(to) &&
    callSighash(sighash) &&
    isRefunded(beneficiary) &&
    // Rootstock has no traces of rewards.
    request.rewardAuthor === undefined
}

/** A request for changes with its compiled condition. */
export interface CompiledStateDiffRequest {
  readonly request: StateDiffRequest
  readonly matches: (change: StateChange, address: string) => boolean
}

/** The address is passed as a map key, which is made once for all requests. */
export const compiledStateDiffRequests = (
  requests: readonly StateDiffRequest[],
): CompiledStateDiffRequest[] =>
  requests.map((request) => {
    const addresses = request.address && new Set(request.address.map(addressKey))
    const keys = request.key && new Set(request.key)
    const kinds = request.kind && new Set<string>(request.kind)
    return {
      request,
      matches: ({ key, kind }, address) =>
        (addresses?.has(address) ?? true) && (keys?.has(key) ?? true) && (kinds?.has(kind) ?? true),
    }
  })
