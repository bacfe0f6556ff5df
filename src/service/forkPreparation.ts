import { fromHex, toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import type { Later } from '../primitives/work/later.ts'
import { decodeTransaction } from '../protocol/transactions/decode.ts'
import { WorkMeter } from '../rpc/budget/workMeter.ts'
import { isJsonObject } from '../rpc/json/json.ts'
import type { Result } from '../rpc/json/result.ts'
import type { ReadContext, RpcContext } from '../rpc/method/context.ts'
import type { Method } from '../rpc/method/method.ts'
import { ethCall } from '../rpc/modules/eth/call.ts'
import type { Fork } from '../upstream/fork.ts'

export interface PreparationParts {
  readonly fork: Fork
  /** The circumstances of a call whose result is discarded. */
  readonly contextOf: (work: WorkMeter) => RpcContext
}

/**
 * Fetches what a call on a fork will read, in a few rounds of requests, and then runs the call: the main thread does not
 * wait for the endpoint.
 */
export function runPrepared(
  method: Method,
  params: unknown,
  call: () => Later<Result>,
  { fork, contextOf }: PreparationParts,
): Later<Result> {
  const run = runOf(method, params)
  if (run === undefined) return call()
  const { node, texts, settings, work, now } = contextOf(new WorkMeter())
  // Without a call log: the preparing run must not be logged.
  const { network, chain, traces } = node
  const quiet = {
    ...{ texts, settings, work, now },
    node: { network, chain, traces, pending: () => node.pending() },
  }
  // The node keeps the pending block, so make it before the preparing run, which reads guessed values.
  if (usesPending(method, params)) node.pending()
  if (method.effect === 'asks-chain' && node.callLog === undefined) return fork.attempt(call)
  return fork.prepare(() => run(quiet, contextOf(new WorkMeter()))).then(call)
}

const usesPending = ({ asks, askedBlock }: Method, params: unknown): boolean =>
  (typeof asks === 'object' && asks.usesPending === true) || askedBlock(params).kind === 'pending'

type Run = (quiet: ReadContext, context: RpcContext) => void

/** Runs a call for what it reads, without its changes; undefined for a method that reads nothing from the origin. */
function runOf(method: Method, params: unknown): Run | undefined {
  if (method.placement === 'reader') return (quiet) => void method.call(params, quiet)
  if (typeof method.asks === 'object') return (_, context) => void method.call(params, context)
  const call = submittedCall(method, params)
  return call && runOf(ethCall, [call, 'latest'])
}

/** The call that a transaction makes; undefined for a method that submits none, or a transaction that is refused. */
function submittedCall({ effect }: Method, params: unknown): object | undefined {
  const [first]: readonly unknown[] = Array.isArray(params) ? params : []
  if (effect === 'submits-unsigned' && isJsonObject(first)) {
    const { from, to, value, data, input } = first
    return { from, to, value, data: data ?? input }
  }
  if (effect !== 'submits-signed' || typeof first !== 'string') return undefined
  try {
    const { sender, to, value, data } = decodeTransaction(fromHex(first))
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
