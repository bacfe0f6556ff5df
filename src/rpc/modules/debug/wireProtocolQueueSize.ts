import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const debugWireProtocolQueueSize = defineMethod({
  name: 'debug_wireProtocolQueueSize',
  summary: 'Number of messages that wait to be sent to peers.',
  result: schema.quantity,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => toQuantity(node.peers?.queuedMessages ?? 0),
})
