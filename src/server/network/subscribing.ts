import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { hashInFilter, methodNotFound, missingParameter, tooManyParameters } from '../../rpc/errors.ts'
import { isJsonObject } from '../../rpc/json.ts'
import { logFilter } from '../../rpc/params/logFilter.ts'
import type { Deliver } from '../endpoint.ts'
import { criterionNotObject } from '../refusals.ts'
import type { Feeds } from './feeds.ts'

/** Opens what the parameters of `eth_subscribe` ask for; a kind that does not exist is an unknown method. */
export function openSubscription(feeds: Feeds, params: unknown, deliver: Deliver): () => void {
  const [kind, ...options] = Array.isArray(params) ? params : []
  switch (kind) {
    case undefined:
      throw missingParameter(0, 'kind')
    case 'newHeads':
      expectNoOptions(options)
      return feeds.newHeads(deliver)
    case 'logs':
      return feeds.logs(criterionOf(options), deliver)
    case 'newPendingTransactions':
      expectNoOptions(options)
      return feeds.newPendingTransactions(deliver)
    case 'syncing':
      expectNoOptions(options)
      return feeds.syncing(deliver)
    default:
      throw methodNotFound()
  }
}

/** Some clients send an empty object where there is nothing to choose. */
function expectNoOptions(options: readonly unknown[]): void {
  const [first] = options
  const isEmpty = isJsonObject(first) && Object.keys(first).length === 0
  if (options.length > (isEmpty ? 1 : 0)) throw tooManyParameters(options.length + 1, 1)
}

/** Blocks in a criterion mean nothing here: only what is new is told. */
function criterionOf(options: readonly unknown[]): LogCriterion {
  if (options.length > 1) throw tooManyParameters(options.length + 1, 2)
  const [criterion = {}] = options
  if (!isJsonObject(criterion)) throw criterionNotObject()
  const filter = logFilter.decode(criterion)
  if (filter.blockHash !== undefined) throw hashInFilter()
  return filter
}
