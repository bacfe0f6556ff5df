import type { Answerer, Call } from '../rpc/envelope/call.ts'
import { startTime } from '../rpc/method/context.ts'
import type { RpcContext } from '../rpc/method/rpcContext.ts'
import type { ReadNode } from '../rpc/node/readNode.ts'

/** What the calls of one chain share. */
export type Circumstances = Omit<
  RpcContext,
  'client' | 'keyName' | 'subscriptions' | 'work' | 'isOver' | 'call'
>

/** Runs the method in this thread: at once, and again with the same result as long as the chain does not change. */
export const here =
  (circumstances: Circumstances): Answerer =>
  (call) =>
    call.isAside && call.method.placement === 'reader'
      ? call.method.call(call.params, { ...contextOf(call, circumstances), node: quiet(circumstances.node) })
      : call.method.call(call.params, contextOf(call, circumstances))

function contextOf(call: Call, circumstances: Circumstances): RpcContext {
  const { now, settings } = circumstances
  const { errors, meter: work } = call
  const { name, subscriptions, grants } = call.client
  return {
    ...circumstances,
    settings: errors === settings.errors ? settings : { ...settings, errors },
    isOver: startTime(now, settings),
    client: name,
    keyName: grants === undefined ? undefined : name,
    subscriptions,
    work,
    call,
  }
}

/** The node without its call log. */
const quiet = (node: ReadNode): ReadNode => ({
  network: node.network,
  chain: node.chain,
  traces: node.traces,
  pending: () => node.pending(),
})
