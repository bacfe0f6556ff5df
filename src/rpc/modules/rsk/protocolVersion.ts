import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { protocolVersion } from '../eth/protocolVersion.ts'

export const rskProtocolVersion = defineMethod({
  name: 'rsk_protocolVersion',
  summary: 'Version of the protocol between peers.',
  params: [],
  result: schema.quantity,
  cost: 1,
  asks: 'nothing',
  access: 'everyone',
  handler: () => protocolVersion,
})
