import type { PeerEvent } from '../../../peers/scoring/peerEvent.ts'
import type { ListedStanding } from '../../../peers/scoring/peerScoring.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { RpcPeers } from '../../node/rpcNode.ts'

/** Members that count events. The reference node has no member for a wrong protocol or genesis. */
export const countedEvents = {
  successfulHandshakes: 'successful-handshake',
  failedHandshakes: 'failed-handshake',
  invalidNetworks: 'invalid-network',
  repeatedMessages: 'repeated-message',
  validBlocks: 'valid-block',
  validTransactions: 'valid-transaction',
  invalidBlocks: 'invalid-block',
  invalidTransactions: 'invalid-transaction',
  invalidMessages: 'invalid-message',
  timeoutMessages: 'timeout-message',
  unexpectedMessages: 'unexpected-message',
  invalidHeader: 'invalid-header',
} as const satisfies Readonly<Record<string, PeerEvent>>

export type CountedMember = keyof typeof countedEvents

const shortIdDigits = 8

export const standingSchema = schema.objectOf({
  ...Object.fromEntries(Object.keys(countedEvents).map((member) => [member, schema.number])),
  score: schema.number,
  punishments: schema.number,
  goodReputation: schema.boolean,
  punishedUntil: schema.number,
  id: schema.text,
  type: schema.text,
})

/** The standing of nodes, then of addresses; empty while peering is off. */
export const standingObjects = (peers: RpcPeers | undefined): Json[] =>
  (peers?.scoring.list() ?? []).map(standingObject)

/** Counts are JSON numbers here, and the members have the order of the reference node. */
function standingObject({ type, name, standing }: ListedStanding): Json {
  const counts = Object.entries(countedEvents).map(([member, event]) => [member, standing.count(event)])
  return {
    ...Object.fromEntries(counts),
    score: standing.score,
    punishments: standing.punishments,
    goodReputation: !standing.isPunished,
    punishedUntil: standing.punishedUntil,
    id: type === 'node' ? name.slice(0, shortIdDigits) : name,
    type,
  }
}

export const scoPeerList = defineMethod({
  name: 'sco_peerList',
  summary: 'The standing of nodes and of addresses: counts of events, scores and punishments.',
  result: schema.arrayOf(standingSchema),
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => standingObjects(node.peers),
})
