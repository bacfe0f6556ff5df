import { pendingFederation } from '../../bridge/cells/federations.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { type FederationMember, sortedMembers } from '../../bridge/federation/member.ts'
import { pendingHash } from '../../bridge/federationChange/votes.ts'
import { totalOf } from '../../bridge/wallet/wallet.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { bridgeCallData } from '../federation/bridgeCallData.ts'
import { bridgeOf, federationsOf } from '../federation/federationView.ts'
import {
  genesisMemberCount,
  maximumMemberNumber,
  memberNumber,
  publicMember,
  voterKeys,
} from '../federation/namedKeys.ts'
import { type PegChain, PegRefusal } from '../federation/pegChain.ts'

export const minimumMembers = 2
/** The script of nine members fits into 520 bytes, with the emergency keys and the prefix of a flyover. */
export const maximumMembers = 9

/** Votes for a federation of new members and commits it. Returns the members. */
export function changeFederation(chain: PegChain, count: number): readonly FederationMember[] {
  const context = bridgeOf(chain)
  refuseSecondChange(context)
  refuseWithoutCoins(context)
  const members = newMembers(context, count)
  vote(chain, bridgeCallData('createFederation'))
  for (const { bitcoinKey, rootstockKey, mstKey } of members) {
    const data = context.rules.rskip123
      ? bridgeCallData('addFederatorPublicKeyMultikey', bitcoinKey, rootstockKey, mstKey)
      : bridgeCallData('addFederatorPublicKey', bitcoinKey)
    vote(chain, data)
  }
  vote(chain, bridgeCallData('commitFederation', pendingHash(sortedMembers(members))))
  return members
}

function refuseSecondChange(context: BridgeContext): void {
  const { proposed, awaited, retiring } = federationsOf(context)
  if (context.cells.load(pendingFederation)) throw new PegRefusal('a federation is being voted on')
  if (proposed) throw new PegRefusal('a proposed federation has yet to prove that it can spend')
  if (awaited) throw new PegRefusal('a new federation has yet to become active')
  if (retiring) throw new PegRefusal('the bitcoins of the previous federation have yet to move')
}

/** RSKIP419: the active federation pays the proposed one twice, and the fee. */
function refuseWithoutCoins(context: BridgeContext): void {
  if (!context.rules.rskip419) return
  const needed = 5n * context.constants.minimumPegout.rskip219
  const held = totalOf(context.cells.load(liveFederations(context).activeUtxos))
  if (held >= needed) return
  throw new PegRefusal(
    `a new federation proves that it can spend with bitcoins of the active one, which holds ${held} satoshis of ${needed}: peg in first`,
  )
}

/** Numbered after the highest member of the present federations. */
function newMembers(context: BridgeContext, count: number): FederationMember[] {
  const { active } = federationsOf(context)
  const highest = Math.max(genesisMemberCount, ...active.members.map((member) => memberNumber(member) ?? 0))
  const first = highest + count > maximumMemberNumber ? genesisMemberCount + 1 : highest + 1
  return Array.from({ length: count }, (_, index) => publicMember(first + index))
}

/** Sends the vote of a majority. Without automatic mining it also mines a block, because later votes build on it. */
function vote(chain: PegChain, data: Uint8Array): void {
  for (const key of voterKeys) chain.send({ key, to: bridgeAddress, data })
  if (!chain.isAutomining) chain.mine()
}
