import { defineMethod } from '../method.ts'
import { protocolVersion } from '../protocolVersion.ts'
import * as schema from '../schema.ts'

export const ethProtocolVersion = defineMethod({
  name: 'eth_protocolVersion',
  summary: 'Version of the protocol between peers.',
  params: [],
  result: schema.quantity,
  cost: 1,
  handler: () => protocolVersion,
})
