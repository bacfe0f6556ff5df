import { compressedForm, decodePublicKey } from '../../bitcoin/keys/publicKey.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { equalBytes, includesBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { checkVoters, isSameProposal, type Proposal } from '../cells/election.ts'
import {
  federationElection,
  type PendingFederation,
  pendingFederation,
  proposedFederation,
} from '../cells/federations.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { isFederationAwaited, liveFederations } from '../context/currentFederations.ts'
import { type FederationMember, singleKeyMember, sortedMembers } from '../federation/member.ts'
import { bitcoinKeys } from '../federation/pegFederation.ts'
import { winner, withVote } from '../governance/vote.ts'
import { commitFederation } from './commit.ts'

const outcome = { done: 1n, refused: -10n } as const
const noPending = -1n

/** An action that authorisers vote on. */
interface Action {
  /** 1 when the action is possible now, a negative code otherwise. */
  check(bridge: BridgeCall): bigint
  perform(bridge: BridgeCall): void
}

/** Votes for a change of the federation. The vote that completes a majority performs the change. */
export function voteFederationChange(bridge: BridgeCall, proposal: Proposal): bigint {
  const authorisers = bridge.constants.authorisers.federationChange
  if (!includesBytes(authorisers, bridge.call.caller)) return outcome.refused
  const checked = checkAction(bridge, proposal)
  if (checked !== outcome.done) return checked

  const { cells, call } = bridge
  const election = cells.load(federationElection)
  checkVoters(election, authorisers)
  const voted = withVote(election, proposal, call.caller)
  if (!voted) return outcome.refused
  cells.set(federationElection, voted)

  const won = winner(voted, authorisers)
  if (!won) return outcome.done
  const result = performAction(bridge, won)
  const rest = cells.load(federationElection).filter((ballot) => !isSameProposal(ballot.proposal, won))
  cells.set(federationElection, rest)
  return result
}

function checkAction(bridge: BridgeCall, proposal: Proposal): bigint {
  const action = actionOf(proposal)
  return action ? action.check(bridge) : outcome.refused
}

function performAction(bridge: BridgeCall, proposal: Proposal): bigint {
  const action = actionOf(proposal)
  if (!action) return outcome.refused
  const checked = action.check(bridge)
  if (checked === outcome.done) action.perform(bridge)
  return checked
}

/** Undefined when a key of the proposal does not decode. */
function actionOf({ functionName, args }: Proposal): Action | undefined {
  if (functionName === 'create') return creation
  if (functionName === 'rollback') return rollback
  if (functionName === 'commit') return commit(args[0]!)
  const member = memberOf(args)
  return member && addition(member)
}

/** One key for all roles, or (RSKIP123) three. */
function memberOf(args: readonly Uint8Array[]): FederationMember | undefined {
  try {
    const [bitcoinKey, rootstockKey, mstKey] = args.map((key) => compressedForm(decodePublicKey(key)))
    if (!rootstockKey || !mstKey) return singleKeyMember(bitcoinKey!)
    return { bitcoinKey: bitcoinKey!, rootstockKey, mstKey }
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

const creation: Action = {
  check(bridge) {
    const { cells, rules } = bridge
    if (cells.load(pendingFederation)) return -1n
    if (rules.rskip419 && cells.load(proposedFederation)) return -4n
    if (isFederationAwaited(bridge)) return -2n
    return liveFederations(bridge).retiring ? -3n : outcome.done
  },
  perform({ cells }) {
    cells.set(pendingFederation, [])
    cells.set(federationElection, [])
  },
}

const addition = (member: FederationMember): Action => ({
  check({ cells }) {
    const members = cells.load(pendingFederation)
    if (!members) return noPending
    const isTaken = members.some(
      (other) =>
        equalBytes(other.bitcoinKey, member.bitcoinKey) ||
        equalBytes(other.rootstockKey, member.rootstockKey) ||
        equalBytes(other.mstKey, member.mstKey),
    )
    return isTaken ? -2n : outcome.done
  },
  perform({ cells }) {
    cells.set(pendingFederation, sortedMembers([...(cells.load(pendingFederation) ?? []), member]))
  },
})

/** A federation of a single member is refused. */
const minimumMembers = 2

const commit = (hash: Uint8Array): Action => ({
  check({ cells }) {
    if (hash.length !== 32)
      throw new PrecompileFailure('the hash of the pending federation must have 32 bytes')
    const members = cells.load(pendingFederation)
    if (!members) return noPending
    if (members.length < minimumMembers) return -2n
    return equalBytes(pendingHash(members), hash) ? outcome.done : -3n
  },
  perform: (bridge) => commitFederation(bridge, bridge.cells.load(pendingFederation) ?? []),
})

const rollback: Action = {
  check: ({ cells }) => (cells.load(pendingFederation) ? outcome.done : noPending),
  perform({ cells }) {
    cells.set(pendingFederation, undefined)
    cells.set(federationElection, [])
  },
}

/** Identifies the list of members that a vote commits. */
export const pendingHash = (members: PendingFederation): Uint8Array =>
  keccak256(encodeRlp(bitcoinKeys({ members })))
