import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { Work, WorkMeter } from '../budget/workMeter.ts'
import { methodNotFound } from '../errors/errors.ts'
import type { ChainPosition } from '../params/chainPosition.ts'
import type { RpcSettings } from './context.ts'
import type { AskingCall } from './methodFacts.ts'

/* What `eth_subscribe` needs: a connection that can push, and feeds, which a node and a gateway have of their own. */

/** The method that opens subscriptions, and the one that notifications name. */
export const subscribingMethod = 'eth_subscribe'
export const notificationMethod = 'eth_subscription'

/** Is given the JSON text of each payload. */
export type Deliver = (payload: string) => void

/** The connection of a subscriber: how fast it takes what it has missed, and what it pays. */
export interface Pace {
  /** The client has left. */
  readonly isGone: boolean
  /** Counts the work of reading what the client has missed. */
  readonly worked: (work: Work) => void
  /** Calls back, never at once, when the client has read enough for further notifications. */
  readonly whenRoom: (callBack: () => void) => void
  /** The subscription cannot go on: its client has to connect again. */
  readonly fail: (reason: unknown) => void
}

/** Starts deliveries and returns the function that stops them. */
export type Follow = (deliver: Deliver, pace: Pace) => () => void

/** The subscriptions of one connection that can push. */
export interface ClientSubscriptions {
  /** Opens a subscription and returns its id; `weight` is more for a subscription that costs more. */
  open(follow: Follow, weight?: number): string
  /** Returns whether there was such a subscription. */
  end(id: string): boolean
}

/** Who resumes a subscription. */
export interface Subscriber {
  readonly name: string
  readonly hasKey: boolean
  /** The call that opened the subscription, which reads stored blocks for it. */
  readonly call: AskingCall
}

/** A subscription that begins with the past. */
export interface ResumedSubscription {
  follow: Follow
  cancel(): void
}

/** Each delivers until the function that it returns is called; owners take turns. */
export interface SubscriptionFeeds {
  newHeads(owner: string, deliver: Deliver): () => void
  logs(criterion: LogCriterion, owner: string, deliver: Deliver): () => void
  newPendingTransactions(owner: string, deliver: Deliver): () => void
  syncing(owner: string, deliver: Deliver): () => void
  /** Pending transactions themselves instead of their hashes; only a node that has a pool offers them. */
  wholePendingTransactions?(owner: string, deliver: Deliver): () => void
  /**
   * A subscription to heads, or to logs of a criterion, that begins after a position. Throws when the node does not have
   * that block, or too many have followed.
   */
  resume(
    position: ChainPosition,
    criterion: LogCriterion | undefined,
    subscriber: Subscriber,
  ): Later<ResumedSubscription>
}

/** The circumstances of a call that opens or ends a subscription. */
export interface SubscribingContext {
  readonly settings: Pick<RpcSettings, 'development'>
  readonly feeds: SubscriptionFeeds
  /** The subscriptions of the client's connection; undefined when the connection cannot push. */
  readonly subscriptions: ClientSubscriptions | undefined
  readonly client: string
  readonly keyName: string | undefined
  readonly work: WorkMeter
  readonly call: AskingCall
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
