import { SharedJson } from '../../json/jsonText.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const rpcDiscover = defineMethod({
  name: 'rpc.discover',
  summary: 'Every method that answers, with its parameters and result, as an OpenRPC document.',
  result: schema.objectWith({
    openrpc: schema.text,
    info: schema.objectWith({}),
    methods: schema.arrayOf(schema.objectWith({})),
  }),
  cost: 20,
  asks: 'nothing',
  handler: (_, { description, settings }) => new SharedJson(description.openRpc(settings.clientVersion)),
})
