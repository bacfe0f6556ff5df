import { signer } from '../../src/bitcoin/keys/signer.cases.ts'
import { newFederation, oldFederation } from '../../src/bridge/cells/federations.ts'
import { constantsOf } from '../../src/bridge/constants/constantsOf.ts'
import { federatorAccounts } from '../../src/bridge/context/federatorAccounts.ts'
import { accountOfKey, type FederationMember, sortedMembers } from '../../src/bridge/federation/member.ts'
import type { PegFederation } from '../../src/bridge/federation/pegFederation.ts'
import {
  defaultPaymentScript,
  paymentScript,
  redeemScript,
} from '../../src/bridge/federation/redeemScript.ts'
import { pendingHash } from '../../src/bridge/federationChange/votes.ts'
import type { Argument } from '../../src/bridge/pegScenario.cases.ts'
import { emptyState } from '../../src/native/nativeWorld.cases.ts'
import { asciiBytes } from '../../src/primitives/bytes.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { encodeRlp } from '../../src/primitives/rlp/encode.ts'
import { mainnet, testnet } from '../../src/protocol/networks/definitions.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import type { State } from '../../src/state/state.ts'
import { askBridge, cellOf, firstMember, integerAnswer, methodGate, stateAfter, storeOf } from './bridgeAt.ts'
import { type Gate, gate, type Moment } from './gate.ts'

/* Rules of federations: their scripts, how they change, and who is paid for membership. */

const network = mainnet
const local = { isLocal: true } as const

/** Members with three keys each. */
const newcomers: readonly FederationMember[] = sortedMembers(
  ['x', 'y'].map((name) => ({
    bitcoinKey: signer(`${name}-btc`).key,
    rootstockKey: signer(`${name}-rsk`).key,
    mstKey: signer(`${name}-mst`).key,
  })),
)

const federation: PegFederation = {
  format: 'standard',
  creationBlock: 1,
  creationTimeMillis: 1,
  members: newcomers,
}

/** The state in which a majority of the authorisers has committed a new federation. */
function committed(moment: Moment, state = emptyState()): State {
  const { federationChange } = constantsOf(moment.network).authorisers
  const vote = (signature: string, ...args: readonly Argument[]): void => {
    for (const from of federationChange.slice(0, 2)) askBridge(moment, signature, { args, from, state })
  }
  vote('createFederation()')
  for (const { bitcoinKey, rootstockKey, mstKey } of newcomers) {
    if (!moment.rules.rskip123) vote('addFederatorPublicKey(bytes)', bitcoinKey)
    else vote('addFederatorPublicKeyMultikey(bytes,bytes,bytes)', bitcoinKey, rootstockKey, mstKey)
  }
  vote('commitFederation(bytes)', pendingHash(newcomers))
  return state
}

/** The version number of the format of a committed federation. */
const formatGate = (
  rule: Gate['rule'],
  shows: string,
  cell: string,
  [before, at]: readonly [number, number],
): Gate =>
  gate({
    rule,
    network,
    shows,
    before,
    at,
    probe: (moment) => Number.parseInt(cellOf(committed(moment), cell).slice(2), 16),
  })

/** The script that is kept when a federation with emergency keys retires. */
function retiredScript(moment: Moment): string {
  const state = emptyState()
  const context = { constants: constantsOf(moment.network), rules: moment.rules }
  const withEmergencyKeys: PegFederation = { ...federation, format: 'p2sh-erp' }
  newFederation.write(storeOf(moment, state), withEmergencyKeys)
  const kept = cellOf(committed(moment, state), 'lastRetiredFedP2SHScript')
  const is = (script: Uint8Array): boolean => kept === toHexDigits(encodeRlp([script]))
  if (is(paymentScript(withEmergencyKeys, context))) return 'with emergency keys'
  return is(defaultPaymentScript(withEmergencyKeys, context)) ? 'without emergency keys' : kept
}

/** The first form of a script with emergency keys. */
const emergencyScript = ({ network: scheduled, rules }: Moment): string =>
  toHexDigits(
    redeemScript({ ...federation, format: 'non-standard-erp' }, { constants: constantsOf(scheduled), rules }),
  )

/** The members of the active federation when the newest one is `age` blocks old. */
function activeSize(moment: Moment, age: number): bigint | undefined {
  const state = emptyState()
  const store = storeOf(moment, state)
  newFederation.write(store, { ...federation, creationBlock: moment.height - age })
  oldFederation.write(store, constantsOf(moment.network).genesisFederation)
  return integerAnswer(moment, 'getFederationSize()', { ...local, state })
}

const activeSizeGate = (rule: Gate['rule'], scheduled: Network, age: number, older: bigint): Gate =>
  gate({
    rule,
    network: scheduled,
    shows: `a federation of ${age} blocks is not yet active`,
    before: 2n,
    at: older,
    probe: (moment): bigint | undefined => activeSize(moment, age),
  })

const coinCells = [
  'newFederationBtcUTXOs',
  'newFederationBtcUTXOsForTestnet',
  'newFedBtcUTXOsForTestnetPostHop',
] as const

/** The cell that holds the coins of the newest federation. */
const coinCellGate = (rule: Gate['rule'], before: number): Gate =>
  gate({
    rule,
    network: testnet,
    shows: 'testnet keeps its coins in another cell, which starts empty',
    before: coinCells[before],
    at: coinCells[before + 1],
    probe: (moment) => {
      const state = stateAfter(moment, 'updateCollections()', { from: firstMember(testnet) })
      return coinCells.find((name) => cellOf(state, name) !== '')
    },
  })

const formats: readonly Gate[] = [
  formatGate('rskip201', 'a new federation has emergency keys', 'newFederationFormatVersion', [1_000, 2_000]),
  formatGate('rskip353', 'a new federation has the form P2SH', 'newFederationFormatVersion', [2_000, 3_000]),
  formatGate('rskip305', 'a new federation has a witness', 'proposedFederationFormatVersion', [3_000, 4_000]),
]

export const federationGates: readonly Gate[] = [
  ...formats,
  gate({
    rule: 'rskip123',
    network,
    shows: 'a federation that is read gets a version and members with three keys',
    before: { version: '', keys: 2 },
    at: { version: '8203e8', keys: 6 },
    probe: (moment) => {
      const state = emptyState()
      newFederation.write(storeOf({ ...moment, height: 1 }, state), federation)
      askBridge(moment, 'getFederationSize()', { ...local, state })
      const keys = cellOf(state, 'newFederation').match(/a10[23]/g) ?? []
      return { version: cellOf(state, 'newFederationFormatVersion'), keys: keys.length }
    },
  }),
  methodGate('rskip123', network, 'getFederatorPublicKeyOfType(int256,string)', 32n, {
    args: [0n, asciiBytes('rsk')],
    ...local,
  }),
  methodGate('rskip186', network, 'getActiveFederationCreationBlockHeight()', 0n),
  gate({
    rule: 'rskip186',
    network,
    shows: 'the creation height of a committed federation is kept',
    before: '',
    // 3,614,800.
    at: '83372850',
    probe: (moment) => cellOf(committed(moment), 'nextFedCreationBlockHeight'),
  }),
  methodGate('rskip123', network, 'addFederatorPublicKeyMultikey(bytes,bytes,bytes)', -1n, {
    // There is no pending federation.
    args: [newcomers[0]!.bitcoinKey, newcomers[0]!.rootstockKey, newcomers[0]!.mstKey],
    from: constantsOf(network).authorisers.federationChange[0]!,
  }),
  coinCellGate('rskip284', 0),
  coinCellGate('rskip293', 1),
  methodGate('rskip293', network, 'getActivePowpegRedeemScript()', 32n),
  gate({
    rule: 'rskip284',
    network: testnet,
    shows: 'a script with emergency keys follows the members',
    before: false,
    at: true,
    probe: (moment) => emergencyScript(moment).includes(toHexDigits(newcomers[0]!.bitcoinKey)),
  }),
  gate({
    rule: 'rskip293',
    network,
    shows: 'the waiting time of 52,560 blocks is little-endian',
    before: 'cd50',
    at: '50cd00',
    // Between OP_ELSE with the length of the number and OP_CHECKSEQUENCEVERIFY, OP_DROP.
    probe: (moment) => /670.(cd50|50cd00)b275/.exec(emergencyScript(moment))?.[1],
  }),
  gate({
    rule: 'rskip377',
    network,
    shows: 'the script of a retired federation is kept without emergency keys',
    before: 'with emergency keys',
    at: 'without emergency keys',
    probe: retiredScript,
  }),
  activeSizeGate('rskip383', mainnet, 40_319, 15n),
  activeSizeGate('rskip419', testnet, 2_399, 4n),
  gate({
    rule: 'rskip415',
    network,
    shows: 'a member is paid at the account of its Rootstock key instead of its Bitcoin key',
    before: newcomers.map(({ bitcoinKey }) => toHexDigits(accountOfKey(bitcoinKey))),
    at: newcomers.map(({ rootstockKey }) => toHexDigits(accountOfKey(rootstockKey))),
    probe: (moment) => {
      const state = emptyState()
      newFederation.write(storeOf(moment, state), federation)
      return federatorAccounts({ ...moment, state }, moment.height).map(toHexDigits)
    },
  }),
  gate({
    rule: 'rskip419',
    network,
    shows: 'the creation time of a federation is answered in seconds',
    before: 1_514_948_400n,
    at: 1_514_948n,
    probe: (moment): bigint | undefined => integerAnswer(moment, 'getFederationCreationTime()', local),
  }),
  gate({
    rule: 'rskip419',
    network,
    shows: 'a committed federation is proposed first',
    before: 'newFederation',
    at: 'proposedFederation',
    probe: (moment) => {
      const state = committed(moment)
      return ['newFederation', 'proposedFederation'].find((name) => cellOf(state, name) !== '')
    },
  }),
]
