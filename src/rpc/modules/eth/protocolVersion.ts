import * as schema from '../../json/schema.ts'
import { alsoNamed, defineMethod } from '../../method/method.ts'

/** The version of the messages between peers. */
const protocolVersion = '0x3e'

export const ethProtocolVersion = defineMethod({
  name: 'eth_protocolVersion',
  summary: 'Version of the protocol between peers.',
  result: schema.quantity,
  asks: 'nothing',
  handler: () => protocolVersion,
})

export const rskProtocolVersion = alsoNamed(ethProtocolVersion, 'rsk_protocolVersion')
