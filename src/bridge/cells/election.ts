import { Buffer } from '../../platform/buffer.ts'
import { asciiBytes, compareBytes, concatBytes, equalBytes, includesBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, cellWithInitial } from './cell.ts'
import { compareSigned } from './order.ts'

/** The call of a function that authorisers vote for. */
export interface Proposal {
  readonly functionName: string
  readonly args: readonly Uint8Array[]
}

/** A proposal and the accounts that voted for it. */
export interface Ballot {
  readonly proposal: Proposal
  readonly voters: readonly Uint8Array[]
}

export type Election = readonly Ballot[]

/** An election in one cell. */
export const electionCell = (name: string): BridgeCell<Election> =>
  cellWithInitial({
    name,
    savedWhen: 'loaded',
    codec: { decode: (bytes) => decodeElection(bytes, name), encode: encodeElection },
    initial: [],
  })

const proposalBytes = ({ functionName, args }: Proposal): Uint8Array =>
  concatBytes(asciiBytes(functionName), ...args)

export const isSameProposal = (a: Proposal, b: Proposal): boolean =>
  a.functionName === b.functionName &&
  a.args.length === b.args.length &&
  a.args.every((arg, index) => equalBytes(arg, b.args[index]!))

function encodeElection(election: Election): Uint8Array {
  const sorted = [...election].sort((a, b) =>
    compareSigned(proposalBytes(a.proposal), proposalBytes(b.proposal)),
  )
  return encodeRlp(
    sorted.flatMap(({ proposal, voters }) => [proposalItems(proposal), [...voters].sort(compareBytes)]),
  )
}

const proposalItems = ({ functionName, args }: Proposal): RlpValue => [asciiBytes(functionName), args]

function decodeElection(bytes: Uint8Array, name: string): Election {
  const reader = RlpReader.list(bytes, name)
  const ballots: Ballot[] = []
  while (!reader.done) {
    const proposal = readProposal(reader.list('proposal'))
    ballots.push({ proposal, voters: readStrings(reader.list('voters')) })
  }
  return ballots
}

function readProposal(reader: RlpReader): Proposal {
  const functionName = Buffer.from(reader.bytes('function')).toString('utf8')
  return { functionName, args: readStrings(reader.list('arguments')) }
}

function readStrings(reader: RlpReader): Uint8Array[] {
  const items: Uint8Array[] = []
  while (!reader.done) items.push(reader.bytes('item'))
  return items
}

/** Throws `DecodeError` when the account of a stored vote is no longer an authoriser. */
export function checkVoters(election: Election, authorisers: readonly Uint8Array[]): void {
  if (!election.every(({ voters }) => voters.every((voter) => includesBytes(authorisers, voter)))) {
    throw new DecodeError('election', 'contains a vote of an account that is not authorised')
  }
}
