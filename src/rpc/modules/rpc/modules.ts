import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

const version = '1.0'

export const rpcModules = defineMethod({
  name: 'rpc_modules',
  summary: 'The modules that answer, with their versions.',
  result: schema.mapOf(schema.text),
  asks: 'nothing',
  handler(_, { description, node }) {
    // A development chain without a peg knows the methods, but they refuse every call.
    const answering = description.modules.filter((name) => name !== 'peg' || node.peg !== undefined)
    return Object.fromEntries(answering.map((name) => [name, version]))
  },
})
