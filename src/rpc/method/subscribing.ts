import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import { methodNotFound } from '../errors/errors.ts'
import type { RpcSettings } from './context.ts'

/* What `eth_subscribe` needs: a connection that can push, and feeds, which a node and a gateway have of their own. */

/** The method that notifications name. */
export const notificationMethod = 'eth_subscription'

/** Is given the JSON text of each payload. */
export type Deliver = (payload: string) => void

/** Starts deliveries and returns the function that stops them. */
export type Follow = (deliver: Deliver) => () => void

/** The subscriptions of one connection that can push. */
export interface ClientSubscriptions {
  /** Opens a subscription and returns its id; `weight` is more for a subscription that costs more. */
  open(follow: Follow, weight?: number): string
  /** Returns whether there was such a subscription. */
  end(id: string): boolean
}

/** Each delivers until the function that it returns is called; owners take turns. */
export interface SubscriptionFeeds {
  newHeads(owner: string, deliver: Deliver): () => void
  logs(criterion: LogCriterion, owner: string, deliver: Deliver): () => void
  newPendingTransactions(owner: string, deliver: Deliver): () => void
  syncing(owner: string, deliver: Deliver): () => void
  /** Pending transactions themselves instead of their hashes; only a node that has a pool offers them. */
  wholePendingTransactions?(owner: string, deliver: Deliver): () => void
}

/** The circumstances of a call that opens or ends a subscription. */
export interface SubscribingContext {
  readonly settings: Pick<RpcSettings, 'development'>
  readonly feeds: SubscriptionFeeds
  /** The subscriptions of the client's connection; undefined when the connection cannot push. */
  readonly subscriptions: ClientSubscriptions | undefined
  readonly client: string
  readonly work: WorkMeter
}

/** The reference node does not know the methods of subscriptions over HTTP. */
export function expectSubscriptions({
  subscriptions,
}: Pick<SubscribingContext, 'subscriptions'>): ClientSubscriptions {
  if (subscriptions === undefined) throw methodNotFound()
  return subscriptions
}

const termsPerPlace = 64

/**
 * How much of a quota a filter of logs or a subscription to them takes, and the units of opening it: one, and one more for every
 * 64 addresses and topics.
 */
export function weightOfCriterion({ addresses, topics }: LogCriterion): number {
  const terms = topics.reduce((count, alternatives) => count + alternatives.length, addresses.length)
  return 1 + Math.floor(terms / termsPerPlace)
}
