import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { standingObjects, standingSchema } from './standingObject.ts'

export const scoPeerList = defineMethod({
  name: 'sco_peerList',
  summary: 'The standing of nodes and of addresses: counts of events, scores and punishments.',
  params: [],
  result: schema.arrayOf(standingSchema),
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => standingObjects(node.peers),
})
