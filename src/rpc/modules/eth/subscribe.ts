import type { LogCriterion } from '../../../chain/logs/criterion.ts'
import {
  hashInFilter,
  methodNotFound,
  notObject,
  notText,
  subscriptionAfter,
  tooManyParameters,
} from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineSubscribing } from '../../method/method.ts'
import { expectSubscriptions, weightOfCriterion } from '../../method/subscribing.ts'
import { logFilter, logFilterMembers } from '../../params/logFilter.ts'
import { type Codec, type Parameter, required } from '../../params/parameter.ts'

const kinds = ['newHeads', 'logs', 'newPendingTransactions', 'syncing'] as const

/** The reference node answers an unknown kind like an unknown method. */
const subscriptionKind: Codec<(typeof kinds)[number]> = {
  schema: { type: 'string', enum: kinds },
  decode(value) {
    const kind = kinds.find((known) => known === value)
    if (kind === undefined) throw methodNotFound()
    return kind
  },
}

const kindParameter = required('kind', subscriptionKind)

/** The kind decides what the value may be; null is kept apart from a value that is left out. */
const optionsParameter: Parameter<unknown> = {
  name: 'options',
  schema: schema.eitherOf(schema.objectWith(logFilterMembers), schema.boolean),
  isRequired: false,
  decode: (value) => value,
}

export const ethSubscribe = defineSubscribing({
  name: 'eth_subscribe',
  summary:
    'Opens a subscription to new heads, logs that match a filter, pending transactions (on a development chain with `true`: whole ones instead of hashes) or the state of syncing; its id comes with every eth_subscription. Only over WebSocket and with the library.',
  params: [kindParameter, optionsParameter],
  result: schema.data,
  access: 'everyone',
  handler([kind, given], context) {
    const { feeds, settings, work, client } = context
    const subscriptions = expectSubscriptions(context)
    // Ethereum's nodes take a flag for whole transactions, which Rootstock's refuse.
    const takesFlag = kind === 'newPendingTransactions' && settings.development !== undefined
    const { wholePendingTransactions } = feeds
    if (takesFlag && given === true && wholePendingTransactions !== undefined) {
      return subscriptions.open((deliver) => wholePendingTransactions.call(feeds, client, deliver))
    }
    const options = takesFlag && given === false ? undefined : given
    // Ignoring it would silently lose what the client expects to get.
    if (isJsonObject(options) && options['after'] !== undefined) throw subscriptionAfter()
    if (kind === 'logs') {
      const criterion = criterionOf(options)
      const weight = weightOfCriterion(criterion)
      work.addDone(weight)
      return subscriptions.open((deliver) => feeds.logs(criterion, client, deliver), weight)
    }
    expectNoOptions(options)
    return subscriptions.open((deliver) => feeds[kind](client, deliver))
  },
})

/** Some clients send an empty object with kinds that have no options. */
function expectNoOptions(given: unknown): void {
  const isEmpty = given === undefined || (isJsonObject(given) && Object.keys(given).length === 0)
  if (!isEmpty) throw tooManyParameters(2, 1)
}

/** The range of a filter is ignored: only new logs are delivered. */
function criterionOf(given: unknown = {}): LogCriterion {
  if (!isJsonObject(given)) throw notObject()
  const filter = logFilter.decode(given)
  if (filter.blockHash !== undefined) throw hashInFilter()
  return filter
}

const subscriptionId: Codec<string> = {
  schema: schema.data,
  decode(value) {
    if (typeof value !== 'string') throw notText()
    return value
  },
}

/** The reference node accepts and ignores a second value. */
const ignored: Parameter<undefined> = {
  name: 'ignored',
  schema: {},
  isRequired: false,
  decode: () => undefined,
}

export const ethUnsubscribe = defineSubscribing({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of this connection; false for an unknown id.',
  params: [required('subscription', subscriptionId), ignored],
  result: schema.boolean,
  access: 'everyone',
  handler: ([id], context) => expectSubscriptions(context).end(id),
})
