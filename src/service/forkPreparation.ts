import { fromHex, toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import { WorkMeter } from '../rpc/budget/workMeter.ts'
import { isJsonObject } from '../rpc/json/json.ts'
import type { RpcContext } from '../rpc/method/context.ts'
import type { Method } from '../rpc/method/method.ts'
import type { Registry } from '../rpc/registry/registry.ts'
import { decodeSubmission } from '../rpc/submission/submission.ts'
import type { Fork } from '../upstream/fork.ts'

/** Reads of the node's thread that change nothing. */
const plainReads = /^(eth|rsk|vendor|debug)_get(?!Filter|Work)/
const submissions = /^(eth_sendRawTransaction|eth_sendRawTransactionSync)$/
const unsignedSubmissions = /^(eth_sendTransaction|personal_sendTransaction|eth_sendUnsignedTransaction)$/

export interface PreparationParts {
  readonly fork: Fork
  readonly registry: Registry
  /** The circumstances of a call whose result is discarded. */
  readonly contextOf: (work: WorkMeter) => RpcContext
}

/**
 * Runs a call on a fork after what it will read was fetched: the node's thread then does not wait for the endpoint, and
 * what a call reads comes in a few rounds of requests.
 */
export function runPrepared<Result>(
  name: string,
  params: unknown,
  call: () => Result | Promise<Result>,
  { fork, registry, contextOf }: PreparationParts,
): Result | Promise<Result> {
  const method = registry.find(name)
  if (method === undefined || method === 'unavailable') return call()
  const run = runOf(name, method, params, registry)
  if (run === undefined) return call()
  const { node, ...rest } = spread(contextOf(new WorkMeter()))
  // A discarded call is not logged.
  const { network, chain, traces } = node
  const quiet = { ...rest, node: { network, chain, traces, pending: () => node.pending() } }
  // The pending block is kept by the node, so it must not be made of guesses.
  if (JSON.stringify(params)?.includes('pending') || name === 'eth_estimateGas') node.pending()
  const isRead = method.read !== undefined || plainReads.test(name)
  if (isRead && node.callLog === undefined) return fork.attempt(call)
  return fork.prepare(() => run(quiet, contextOf(new WorkMeter()))).then(call)
}

type ReadContextOf = Parameters<NonNullable<Method['read']>>[1]
type Run = (quiet: ReadContextOf, context: RpcContext) => void

function runOf(name: string, method: Method, params: unknown, registry: Registry): Run | undefined {
  const { read } = method
  if (read !== undefined) return (quiet) => void read(params, quiet)
  if (plainReads.test(name)) return (_, context) => void method.call(params, context)
  const call = submittedCall(name, params)
  const ethCall = registry.find('eth_call')
  if (call === undefined || ethCall === undefined || ethCall === 'unavailable') return undefined
  return (quiet) => void ethCall.read?.([call, 'latest'], quiet)
}

/** The call that a transaction makes; undefined for a method that submits none, or a transaction that is refused. */
function submittedCall(name: string, params: unknown): unknown {
  const [first]: readonly unknown[] = Array.isArray(params) ? params : []
  if (unsignedSubmissions.test(name) && isJsonObject(first)) {
    const { from, to, value, data, input } = first
    return { from, to, value, data: data ?? input }
  }
  if (!submissions.test(name) || typeof first !== 'string') return undefined
  try {
    const { sender, to, value, data } = decodeSubmission(fromHex(first), {
      acceptsTyped: true,
      skipsRemasc: false,
    })
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

const spread = ({ node, texts, settings, work, now }: RpcContext) => ({ node, texts, settings, work, now })
