import type { ConnectedPeer } from '../../../peers/network/peering.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

const peerShape = ({ nodeId, address, isInbound, clientId }: ConnectedPeer) => ({
  id: nodeId,
  name: clientId,
  enode: `enode://${nodeId}@${address}`,
  network: { remoteAddress: address, inbound: isInbound },
})

export const adminPeers = defineMethod({
  name: 'admin_peers',
  summary: 'The connected peers in the form of go-ethereum: node id, client, enode, address and direction.',
  result: schema.arrayOf(
    schema.objectOf({
      id: schema.text,
      name: schema.text,
      enode: schema.text,
      network: schema.objectOf({ remoteAddress: schema.text, inbound: schema.boolean }),
    }),
  ),
  cost: 5,
  effect: 'asks-node',
  access: 'granted',
  handler: (_, { node }) => (node.peers?.connected ?? []).map(peerShape),
})
