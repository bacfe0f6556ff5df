import { after } from '../../../primitives/work/later.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { filterId } from '../../params/quantity.ts'
import { logSchema } from '../../shapes/logShape.ts'
import { ethGetLogs } from './getLogs.ts'

export const ethGetFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  summary: 'The changes of a filter since the last poll: logs, or hashes of blocks or transactions.',
  params: [required('filterId', filterId)],
  result: schema.eitherOf(schema.arrayOf(logSchema), schema.arrayOf(schema.hash)),
  cost: 5,
  effect: 'polls-filter',
  access: 'everyone',
  handler: ([id], { filters, client, call }) => filters.poll(client, id, call),
})

export const ethGetFilterLogs = defineMethod({
  name: 'eth_getFilterLogs',
  summary: 'All logs that a log filter matches now.',
  params: [required('filterId', filterId)],
  result: schema.arrayOf(logSchema),
  cost: 20,
  effect: 'polls-filter',
  access: 'everyone',
  handler: ([id], { filters, client, call }) =>
    after(filters.criterion(client, id), (criterion) => call.ask(ethGetLogs, [criterion])),
})
