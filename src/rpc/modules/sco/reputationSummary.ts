import type { ListedStanding } from '../../../peers/scoring/peerScoring.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { type CountedMember, countedEvents } from './peerList.ts'

/** The order of the reference node, which differs from that of sco_peerList. */
const summedMembers: readonly CountedMember[] = [
  'successfulHandshakes',
  'failedHandshakes',
  'invalidHeader',
  'validBlocks',
  'invalidBlocks',
  'validTransactions',
  'invalidTransactions',
  'invalidNetworks',
  'invalidMessages',
  'repeatedMessages',
  'timeoutMessages',
  'unexpectedMessages',
]

const otherMembers = ['peersTotalScore', 'punishments', 'goodReputationCount', 'badReputationCount'] as const

export const scoReputationSummary = defineMethod({
  name: 'sco_reputationSummary',
  summary: 'The sums of all entries of sco_peerList.',
  result: schema.objectOf(
    Object.fromEntries(['count', ...summedMembers, ...otherMembers].map((member) => [member, schema.number])),
  ),
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  handler(_, { node }) {
    const listed = node.peers?.scoring.list() ?? []
    const sum = (of: (listed: ListedStanding) => number): number =>
      listed.reduce((total, one) => total + of(one), 0)
    const counts = summedMembers.map((member) => [
      member,
      sum(({ standing }) => standing.count(countedEvents[member])),
    ])
    const bad = sum(({ standing }) => (standing.isPunished ? 1 : 0))
    return {
      count: listed.length,
      ...Object.fromEntries(counts),
      peersTotalScore: sum(({ standing }) => standing.score),
      punishments: sum(({ standing }) => standing.punishments),
      goodReputationCount: listed.length - bad,
      badReputationCount: bad,
    }
  },
})
