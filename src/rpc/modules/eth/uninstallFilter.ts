import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { requiredOrNull } from '../../params/parameter.ts'
import { filterId } from '../../params/quantity.ts'

export const ethUninstallFilter = defineMethod({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter; false for an unknown id.',
  params: [requiredOrNull('filterId', filterId)],
  result: schema.boolean,
  effect: 'removes-filter',
  access: 'everyone',
  handler: ([id], { filters, client }) => id !== null && filters.remove(client, id),
})
