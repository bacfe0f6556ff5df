import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { type AbiType, bytes, int256, low32Bits, string, uint256 } from '../../native/abi/types.ts'
import type { Availability } from '../../native/nativeMethod.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import {
  activeCreationHeight,
  nextCreationHeight,
  pendingFederation,
  proposedFederation,
} from '../cells/federations.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { activationAge, activeFederation, liveFederations } from '../context/currentFederations.ts'
import type { FederationMember } from '../federation/member.ts'
import { majority, type PegFederation } from '../federation/pegFederation.ts'
import { federationAddress, redeemScript } from '../federation/redeemScript.ts'
import { pendingHash, voteFederationChange } from '../federationChange/votes.ts'
import { type BridgeMethod, bridgeGetter, bridgeMethod, localRead } from './bridgeMethod.ts'

/* Methods that read the federations. The answer for a federation that does not exist is -1 or empty. */

type Find = (bridge: BridgeCall) => PegFederation | undefined

interface Reading {
  readonly find: Find
  readonly gas: number
  readonly available?: Availability
}

const textRead = (
  name: string,
  { find, ...reading }: Reading,
  answer: (federation: PegFederation, bridge: BridgeCall) => string,
): BridgeMethod =>
  bridgeGetter(name, string, { ...localRead, ...reading }, (bridge) => {
    const federation = find(bridge)
    return federation ? answer(federation, bridge) : ''
  })

const numberRead = (
  name: string,
  { find, ...reading }: Reading,
  answer: (federation: PegFederation, bridge: BridgeCall) => number,
): BridgeMethod =>
  bridgeGetter(name, int256, { ...localRead, ...reading }, (bridge) => {
    const federation = find(bridge)
    return BigInt(federation ? answer(federation, bridge) : -1)
  })

type FindMembers = (bridge: BridgeCall) => readonly FederationMember[] | undefined

interface MemberReading {
  readonly find: FindMembers
  readonly gas: number
}

/** RSKIP123 gave every member three keys. */
const keyOfTypeRead = (
  name: string,
  { find, gas }: MemberReading,
  available: Availability = { since: 'rskip123' },
): BridgeMethod =>
  bridgeMethod({
    name,
    inputs: [int256, string],
    output: bytes,
    gas,
    available,
    ...localRead,
    run: (bridge, index: bigint, type: string) => memberKey(find(bridge), index, keyOf(type)),
  })

const keyRead = (name: string, { find, gas }: MemberReading): BridgeMethod =>
  bridgeMethod({
    name,
    inputs: [int256],
    output: bytes,
    gas,
    available: { until: 'rskip123' },
    ...localRead,
    run: (bridge, index: bigint) => memberKey(find(bridge), index, keyOf('btc')),
  })

type KeyOf = (member: FederationMember) => Uint8Array

function keyOf(type: string): KeyOf {
  if (type === 'btc') return (member) => member.bitcoinKey
  if (type === 'rsk') return (member) => member.rootstockKey
  if (type === 'mst') return (member) => member.mstKey
  throw new PrecompileFailure(`${type} is not a type of key`)
}

function memberKey(members: readonly FederationMember[] | undefined, index: bigint, key: KeyOf): Uint8Array {
  if (!members) return emptyBytes
  const member = members[low32Bits(index)]
  if (!member) throw new PrecompileFailure(`there is no member ${index}`)
  return key(member)
}

const size = ({ members }: PegFederation): number => members.length
const threshold = ({ members }: PegFederation): number => majority(members.length)
const creationBlock = (federation: PegFederation): number => federation.creationBlock
const creationSeconds = ({ creationTimeMillis }: PegFederation): number =>
  Math.floor(creationTimeMillis / 1000)
/** In seconds from RSKIP419 on, before as stored. */
const creationTime = (federation: PegFederation, { rules }: BridgeCall): number =>
  rules.rskip419 ? creationSeconds(federation) : federation.creationTimeMillis

const active = (gas: number): Reading => ({ find: activeFederation, gas })
const retiring: Reading = { find: (bridge) => liveFederations(bridge).retiring, gas: 3_000 }
const proposed: Reading = {
  find: ({ cells }) => cells.load(proposedFederation),
  gas: 3_000,
  available: { since: 'rskip419' },
}

const membersOf = ({ find, gas }: Reading): MemberReading => ({
  find: (bridge) => find(bridge)?.members,
  gas,
})
const pending: MemberReading = { find: ({ cells }) => cells.load(pendingFederation), gas: 3_000 }

export const federationMethods: readonly BridgeMethod[] = [
  textRead('getFederationAddress', active(11_000), federationAddress),
  numberRead('getFederationSize', active(10_000), size),
  numberRead('getFederationThreshold', active(11_000), threshold),
  numberRead('getFederationCreationTime', active(10_000), creationTime),
  numberRead('getFederationCreationBlockNumber', active(10_000), creationBlock),
  keyRead('getFederatorPublicKey', membersOf(active(10_000))),
  keyOfTypeRead('getFederatorPublicKeyOfType', membersOf(active(10_000))),

  textRead('getRetiringFederationAddress', retiring, federationAddress),
  numberRead('getRetiringFederationSize', retiring, size),
  numberRead('getRetiringFederationThreshold', retiring, threshold),
  numberRead('getRetiringFederationCreationTime', retiring, creationTime),
  numberRead('getRetiringFederationCreationBlockNumber', retiring, creationBlock),
  keyRead('getRetiringFederatorPublicKey', membersOf(retiring)),
  keyOfTypeRead('getRetiringFederatorPublicKeyOfType', membersOf(retiring)),

  textRead('getProposedFederationAddress', proposed, federationAddress),
  numberRead('getProposedFederationSize', proposed, size),
  numberRead('getProposedFederationCreationTime', proposed, creationSeconds),
  numberRead('getProposedFederationCreationBlockNumber', proposed, creationBlock),
  keyOfTypeRead('getProposedFederatorPublicKeyOfType', membersOf(proposed), { since: 'rskip419' }),

  keyRead('getPendingFederatorPublicKey', pending),
  keyOfTypeRead('getPendingFederatorPublicKeyOfType', pending),
  bridgeGetter('getPendingFederationSize', int256, { gas: 3_000, ...localRead }, ({ cells }) =>
    BigInt(cells.load(pendingFederation)?.length ?? -1),
  ),
  bridgeGetter('getPendingFederationHash', bytes, { gas: 3_000, ...localRead }, ({ cells }) => {
    const members = cells.load(pendingFederation)
    return members ? pendingHash(members) : emptyBytes
  }),

  bridgeGetter(
    'getActivePowpegRedeemScript',
    bytes,
    { available: { since: 'rskip293' }, gas: 30_000, isRead: true },
    (bridge) => redeemScript(activeFederation(bridge), bridge),
  ),
  bridgeGetter(
    'getActiveFederationCreationBlockHeight',
    uint256,
    { available: { since: 'rskip186' }, gas: 3_000, isRead: true },
    ({ cells, rules, constants, native }) => {
      const next = cells.load(nextCreationHeight)
      const isNextActive = next !== undefined && native.block.number >= next + activationAge(constants, rules)
      return BigInt((isNextActive ? next : cells.load(activeCreationHeight)) ?? 0)
    },
  ),
]

/** A vote for the action that elections name `functionName`. */
const vote = (
  name: string,
  functionName: string,
  inputs: readonly AbiType<Uint8Array>[],
  gas: number,
  availability: { readonly available?: Availability } = {},
): BridgeMethod =>
  bridgeMethod({
    name,
    inputs,
    output: int256,
    gas,
    isRead: false,
    ...availability,
    run: (bridge, ...args: readonly Uint8Array[]) => voteFederationChange(bridge, { functionName, args }),
  })

const until123 = { available: { until: 'rskip123' } } as const
const since123 = { available: { since: 'rskip123' } } as const

export const federationVoteMethods: readonly BridgeMethod[] = [
  vote('createFederation', 'create', [], 11_000),
  vote('addFederatorPublicKey', 'add', [bytes], 13_000, until123),
  vote('addFederatorPublicKeyMultikey', 'add-multi', [bytes, bytes, bytes], 13_000, since123),
  vote('commitFederation', 'commit', [bytes], 38_000),
  vote('rollbackFederation', 'rollback', [], 12_000),
]
