import type { Later } from '../primitives/work/later.ts'
import type { Answerer, Call } from '../rpc/envelope/call.ts'
import { internalError } from '../rpc/errors/errors.ts'
import type { Result } from '../rpc/json/result.ts'
import type { SubscriptionFeeds } from '../rpc/method/subscribing.ts'

/** How a gateway asks its nodes; each way moves the call to a node and charges what that node reports. */
export interface NodeWays {
  /** Asks a node that has the block; another one when it fails. */
  read(call: Call): Promise<Result>
  /** Sends the batch to one node; undefined if a call of it is not a short read. */
  readonly readTogether: NonNullable<Answerer['together']>
  /** Sends a transaction to several nodes. */
  submit(call: Call): Promise<Result>
  /** The same, and asks the nodes for its receipt. */
  submitAndWait(call: Call): Promise<Result>
  openFilter(call: Call): Promise<Result>
  /** Asks the node that keeps the filter. */
  useFilter(call: Call): Promise<Result>
  /** Asks the first node of the list, once. */
  callHome(call: Call): Promise<Result>
  /** What subscribers of the gateway follow. */
  readonly feeds: SubscriptionFeeds
}

/** Answers everything at nodes, by what a call does; only subscriptions are the gateway's own. */
export function throughNodes(ways: NodeWays): Answerer {
  const answer = (call: Call): Later<Result> => {
    switch (call.method.effect) {
      case 'asks-chain':
      case 'asks-node':
        return ways.read(call)
      case 'submits-signed':
        return ways.submit(call)
      case 'submits-and-waits':
        return ways.submitAndWait(call)
      case 'opens-filter':
      case 'opens-node-filter':
        return ways.openFilter(call)
      case 'polls-filter':
      case 'removes-filter':
        return ways.useFilter(call)
      case 'subscribes':
        return subscribed(call, ways.feeds)
      case 'uses-node':
      case 'changes-chain':
      case 'submits-unsigned':
        return ways.callHome(call)
    }
  }
  return Object.assign(answer, { together: ways.readTogether })
}

function subscribed({ method, params, client, meter }: Call, feeds: SubscriptionFeeds): Later<Result> {
  if (method.placement !== 'connection') throw internalError()
  const { name, subscriptions } = client
  return method.call(params, {
    settings: {},
    feeds,
    subscriptions,
    client: name,
    work: meter,
  })
}
