import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const netPeerCount = defineMethod({
  name: 'net_peerCount',
  summary: 'Number of connected peers.',
  result: schema.quantity,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => toQuantity(node.peers?.connected.length ?? 0),
})

export const netPeerList = defineMethod({
  name: 'net_peerList',
  summary: 'The connected peers, each as `<short id> | <host>/<ip>:<port>`.',
  result: schema.arrayOf(schema.text),
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) =>
    (node.peers?.connected ?? []).map(({ id, host, address }) => `${id} | ${host}/${address}`),
})
