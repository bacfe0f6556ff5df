import { defineMethod } from '../method.ts'
import * as schema from '../schema.ts'

const version = '1.0'

export const rpcModules = defineMethod({
  name: 'rpc_modules',
  summary: 'The modules that answer, with their versions.',
  params: [],
  result: schema.mapOf(schema.text),
  cost: 1,
  handler: (_, { modules }) => Object.fromEntries(modules.map((name) => [name, version])),
})
