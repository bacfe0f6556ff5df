import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const web3ClientVersion = defineMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version of this software.',
  result: schema.text,
  asks: 'nothing',
  handler: (_, { settings }) => settings.clientVersion,
})
