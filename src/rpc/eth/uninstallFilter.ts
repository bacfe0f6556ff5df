import { defineMethod } from '../method.ts'
import { filterId } from '../params/filterId.ts'
import { required } from '../params/parameter.ts'
import * as schema from '../schema.ts'

export const ethUninstallFilter = defineMethod({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter; false when there is none with this id.',
  params: [required('filterId', filterId)],
  result: schema.boolean,
  cost: 1,
  handler: ([id], { filters, client }) => filters.remove(client, id),
})
