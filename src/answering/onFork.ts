import { fromHex, toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import type { Later } from '../primitives/work/later.ts'
import { decodeTransaction } from '../protocol/transactions/decode.ts'
import type { Answerer, Call } from '../rpc/envelope/call.ts'
import { isJsonObject } from '../rpc/json/json.ts'
import type { Result } from '../rpc/json/result.ts'
import { ethCall } from '../rpc/modules/eth/call.ts'
import type { RpcNode } from '../rpc/node/rpcNode.ts'
import type { Fork } from '../upstream/fork.ts'

/**
 * Fetches what a call on a fork reads from its origin, in a few rounds of requests, and then runs the call: the main thread
 * does not wait for the endpoint.
 */
export function onFork(inner: Answerer, fork: Fork, node: Pick<RpcNode, 'pending' | 'callLog'>): Answerer {
  return (call) => {
    const reading = readingCall(call)
    if (reading === undefined) return inner(call)
    // The node keeps the pending block, so make it before the preparing run, which reads guessed values.
    if (usesPending(call)) node.pending()
    const mayRepeat = call.method.effect === 'asks-chain' && node.callLog?.isHeard !== true
    const { meter } = call
    const attempt = (): Later<Result> => {
      meter.startOver()
      return inner(call)
    }
    meter.beginTry(Number.POSITIVE_INFINITY)
    const result = mayRepeat
      ? fork.attempt(attempt)
      : fork.prepare(() => void inner(reading.aside())).then(() => inner(call))
    // Requests to the endpoint end by their own deadlines.
    if (result instanceof Promise) call.movesTo(() => {})
    return result
  }
}

const usesPending = ({ method: { asks }, asked }: Call): boolean =>
  (typeof asks === 'object' && asks.usesPending === true) || asked.kind === 'pending'

/** A call that reads what this one will read, and changes nothing; undefined if this one reads nothing from the origin. */
function readingCall(call: Call): Call | undefined {
  const { method, params } = call
  if (method.placement === 'reader' || typeof method.asks === 'object') return call
  const submitted = submittedCall(call.method.effect, params)
  return submitted && call.asking(ethCall, [submitted, 'latest'])
}

/** The call that a transaction makes; undefined for a method that submits none, or a transaction that is refused. */
function submittedCall(effect: Call['method']['effect'], params: unknown): object | undefined {
  const [first]: readonly unknown[] = Array.isArray(params) ? params : []
  if (effect === 'submits-unsigned' && isJsonObject(first)) {
    const { from, to, value, data, input } = first
    return { from, to, value, data: data ?? input }
  }
  const isSigned = effect === 'submits-signed' || effect === 'submits-and-waits'
  if (!isSigned || typeof first !== 'string') return undefined
  try {
    const { sender, to, value, data } = decodeTransaction(fromHex(first), undefined, 'kept')
    return {
      ...(sender && { from: toHex(sender) }),
      ...(to && { to: toHex(to) }),
      value: toQuantity(value),
      data: toHex(data),
    }
  } catch {
    return undefined
  }
}
