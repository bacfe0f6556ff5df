import { FilterAnswer, FilterSearch } from '../../filters/filterSearch.ts'
import type { Json } from '../../json/json.ts'
import type { Result } from '../../json/result.ts'
import * as schema from '../../json/schema.ts'
import { OtherRead, WithoutRead } from '../../method/callable.ts'
import type { RpcContext } from '../../method/context.ts'
import { defineMethod } from '../../method/method.ts'
import { filterId } from '../../params/filterId.ts'
import { required } from '../../params/parameter.ts'
import { logSchema } from '../../shapes/log.ts'
import { ethFilterNews } from './filterNews.ts'
import { ethFilterTail } from './filterTail.ts'

export const ethGetFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  summary: 'The changes of a filter since the last poll: logs, or hashes of blocks or transactions.',
  params: [required('filterId', filterId)],
  result: schema.eitherOf(schema.arrayOf(logSchema), schema.arrayOf(schema.hash)),
  cost: 5,
  handler([id], { filters, client }) {
    const search = filters.search(client, id)
    return search === undefined ? filters.changes(client, id) : readOf(search)
  },
})

const methods = { news: ethFilterNews, tail: ethFilterTail }

const readOf = ({ kind, params, onAnswered }: FilterSearch): OtherRead<RpcContext> =>
  new OtherRead<RpcContext>(
    methods[kind],
    params instanceof Promise ? params.then(known) : known(params),
    (result) => {
      const next = onAnswered(result)
      return next instanceof Promise ? next.then(answerOf) : answerOf(next)
    },
  )

const answerOf = (next: Result | FilterSearch): Result | OtherRead<RpcContext> =>
  next instanceof FilterSearch ? readOf(next) : next

const known = (params: readonly Json[] | FilterAnswer): readonly Json[] | WithoutRead =>
  params instanceof FilterAnswer ? new WithoutRead(params.news) : params
