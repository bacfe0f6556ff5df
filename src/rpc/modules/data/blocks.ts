import { dataQuery, queryEnds, unitsOfChecking } from '../../dataset/dataQuery.ts'
import { type DataScope, dataWindow } from '../../dataset/dataWindow.ts'
import { wrongDataQuery } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { rangeOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'

const scope: Codec<DataScope> = {
  schema: schema.eitherOf(schema.constant('latest'), schema.constant('finalized')),
  decode(value) {
    if (value === 'latest' || value === 'finalized') return value
    throw wrongDataQuery('the scope must be "latest" or "finalized"')
  },
}

export const dataBlocks = defineRead({
  name: 'data_blocks',
  summary:
    'One window of a query in SQD’s language: the first and the last block of the covered range, and those between with selected items; empty above the best block.',
  params: [required('query', dataQuery), optional<DataScope, DataScope>('scope', scope, 'latest')],
  result: schema.arrayOf(schema.objectWith({ header: schema.objectWith({}) })),
  cost: 10,
  asks: rangeOf('query', queryEnds),
  upstream: 'never',
  weigh: (params) => (Array.isArray(params) ? unitsOfChecking(params[0]) : 0),
  handler: ([query, reach], context) => dataWindow(query, reach, context),
})
