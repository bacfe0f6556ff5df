import { defineMethod } from '../method.ts'
import * as schema from '../schema.ts'

export const web3ClientVersion = defineMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version of this software.',
  params: [],
  result: schema.text,
  cost: 1,
  handler: (_, { settings }) => settings.clientVersion,
})
