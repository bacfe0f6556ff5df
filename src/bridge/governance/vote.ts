import { includesBytes } from '../../primitives/bytes.ts'
import { type Ballot, type Election, isSameProposal, type Proposal } from '../cells/election.ts'
import { majority } from '../federation/pegFederation.ts'

/** The election with one more vote; undefined when the account has already voted for the proposal. */
export function withVote(election: Election, proposal: Proposal, voter: Uint8Array): Election | undefined {
  const known = election.find((ballot) => isSameProposal(ballot.proposal, proposal))
  if (!known) return [...election, { proposal, voters: [voter] }]
  if (includesBytes(known.voters, voter)) return undefined
  const extended: Ballot = { proposal, voters: [...known.voters, voter] }
  return election.map((ballot) => (ballot === known ? extended : ballot))
}

/** The proposal that has the votes of a majority of the authorisers. */
export const winner = (election: Election, authorisers: readonly Uint8Array[]): Proposal | undefined =>
  election.find(({ voters }) => voters.length >= majority(authorisers.length))?.proposal
