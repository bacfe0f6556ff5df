import { compressPublicKey, hash160 } from '../../src/bitcoin/keys/publicKey.ts'
import {
  decodeTransaction,
  encodeTransaction,
  unsignedInput,
} from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { person, stranger } from '../../src/bridge/bridgeWorld.cases.ts'
import { releaseRequests, unconfirmedPegouts, unsignedPegouts } from '../../src/bridge/cells/pegouts.ts'
import { newFederationUtxos } from '../../src/bridge/cells/utxos.ts'
import { constantsOf } from '../../src/bridge/constants/constantsOf.ts'
import { paymentScript } from '../../src/bridge/federation/redeemScript.ts'
import { weiOf } from '../../src/bridge/pegScenario.cases.ts'
import { emptyState } from '../../src/native/nativeWorld.cases.ts'
import { emptyBytes, equalBytes } from '../../src/primitives/bytes.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { encodeRlp } from '../../src/primitives/rlp/encode.ts'
import { mainnet, regtest } from '../../src/protocol/networks/definitions.ts'
import { withSchedule } from '../../src/protocol/networks/upgradeSchedule.ts'
import type { State } from '../../src/state/state.ts'
import {
  askBridge,
  cellOf,
  firstMember,
  integerAnswer,
  methodGate,
  namesOf,
  stateAfter,
  storeOf,
} from './bridgeAt.ts'
import { coinsOf } from './coins.ts'
import { type Gate, gate, type Moment } from './gate.ts'
import { alice, Peg, pegNetwork } from './pegAt.ts'

/* Rules of peg-outs. */

const network = mainnet
const update = 'updateCollections()'
const bitcoin = 100_000_000n

/** The events of a request for bitcoins. */
const requestEvents = (moment: Moment, wei: bigint): readonly string[] =>
  namesOf(askBridge(moment, 'releaseBtc()', { value: wei }).logs)

const requestGates: readonly Gate[] = [
  gate({
    rule: 'rskip146',
    network,
    shows: 'a request is kept with the hash of its transaction',
    before: '',
    at: toHexDigits(
      encodeRlp([
        hash160(compressPublicKey(person('anybody').publicKey)!),
        unsignedBytes(bitcoin),
        new Uint8Array(32).fill(0x7a),
      ]),
    ),
    probe: (moment) =>
      cellOf(stateAfter(moment, 'releaseBtc()', { value: weiOf(bitcoin) }), 'releaseRequestQueueWithTxHash'),
  }),
  gate({
    rule: 'rskip146',
    network,
    shows: 'events have the form of Solidity',
    before: ['update_collections_topic'],
    at: ['updateCollectionsEvent'],
    probe: (moment) => namesOf(askBridge(moment, update, { from: firstMember(network) }).logs),
  }),
  gate({
    rule: 'rskip185',
    network,
    shows: 'a refused request is refunded',
    before: 0n,
    at: weiOf(1n),
    probe: (moment) => stateAfter(moment, 'releaseBtc()', { value: weiOf(1n) }).balance(stranger),
  }),
  gate({
    rule: 'rskip185',
    network,
    shows: 'a request is announced',
    before: [],
    at: ['releaseRequestReceivedByHash'],
    probe: (moment) => requestEvents(moment, weiOf(bitcoin)),
  }),
  gate({
    rule: 'rskip219',
    // The fee on mainnet is above its new minimum.
    network: pegNetwork,
    shows: 'a request of 400,000 satoshis is accepted',
    before: false,
    at: true,
    probe: (moment) => {
      const state = stateAfter(moment, 'releaseBtc()', { value: weiOf(400_000n) })
      return releaseRequests.read(storeOf(moment, state)).length > 0
    },
  }),
  gate({
    rule: 'rskip326',
    network,
    shows: 'the event of a request names a Bitcoin address',
    before: ['releaseRequestReceivedByHash'],
    at: ['releaseRequestReceived'],
    probe: (moment) => requestEvents(moment, weiOf(bitcoin)),
  }),
  gate({
    rule: 'rskip427',
    network,
    shows: 'a refused request is refunded to the wei',
    before: weiOf(1n),
    at: weiOf(1n) + 7n,
    probe: (moment) => stateAfter(moment, 'releaseBtc()', { value: weiOf(1n) + 7n }).balance(stranger),
  }),
]

/** The transaction that names a peg-out which waits for signatures. */
function nameOfPegout(moment: Moment): string | undefined {
  const peg = new Peg(moment)
  const { scenario } = peg
  peg.admitAlice()
  scenario.register(peg.payment())
  scenario.send(alice, emptyBytes, weiOf(2_000_000n))
  const request = scenario.height
  const federator = person('federator1')
  scenario.mustCall(federator, update)
  const creation = scenario.height
  scenario.pass(3)
  scenario.mustCall(federator, update)
  const [waiting] = unsignedPegouts.read(storeOf(moment, scenario.state))
  const isNamedAt = (height: number): boolean => equalBytes(waiting!.transactionHash, scenario.hashOf(height))
  const names = { request, creation, confirmation: scenario.height }
  return Object.entries(names).find(([, height]) => isNamedAt(height))?.[0]
}

/** The state in which the federation of mainnet has a coin of 10 bitcoins. */
function richState(moment: Moment): State {
  const state = emptyState()
  const context = { constants: constantsOf(moment.network), rules: moment.rules }
  const script = paymentScript(context.constants.genesisFederation, context)
  newFederationUtxos.write(storeOf(moment, state), coinsOf([10n * bitcoin], script))
  return state
}

const batchGates: readonly Gate[] = [
  gate({
    rule: 'rskip271',
    network,
    shows: 'peg-outs are made in batches, the next one 360 blocks later',
    before: '',
    // 4,598,500 + 360.
    at: '83462c4c',
    probe: (moment) => cellOf(stateAfter(moment, update, { from: firstMember(network) }), 'nextPegoutHeight'),
  }),
  methodGate('rskip271', network, 'getQueuedPegoutsCount()', 0n),
  gate({
    rule: 'rskip146',
    network: pegNetwork,
    shows: 'a peg-out that waits for signatures is named by its request',
    before: 'confirmation',
    at: 'request',
    probe: nameOfPegout,
  }),
  gate({
    rule: 'rskip176',
    network: pegNetwork,
    shows: 'a peg-out that waits for signatures is named by the transaction that confirms it',
    before: 'request',
    at: 'confirmation',
    probe: nameOfPegout,
  }),
  gate({
    rule: 'rskip375',
    network: pegNetwork,
    shows: 'a peg-out that waits for signatures is named by the transaction that made it',
    before: 'confirmation',
    at: 'creation',
    probe: nameOfPegout,
  }),
  gate({
    rule: 'rskip385',
    network,
    shows: 'fees are estimated for an empty queue',
    before: 0n,
    // 500 satoshis a byte for two inputs with a script of 513 bytes and 8 signatures, and two outputs.
    at: 1_169_000n,
    probe: (moment): bigint | undefined => integerAnswer(moment, 'getEstimatedFeesForNextPegOutEvent()'),
  }),
  gate({
    rule: 'rskip540',
    network,
    shows: 'fees are estimated for an amount',
    before: undefined,
    // 500 satoshis a byte for one such input and two outputs.
    at: 615_000n,
    probe: (moment): bigint | undefined =>
      integerAnswer(moment, 'getEstimatedFeesForPegOutAmount(uint256)', {
        args: [weiOf(bitcoin)],
        state: richState(moment),
      }),
  }),
]

/** A transaction with one output of a value. */
const payout = (value: bigint): Uint8Array =>
  encodeTransaction({
    version: 2,
    inputs: [unsignedInput({ transactionId: new Uint8Array(32).fill(6), outputIndex: 0 })],
    outputs: [{ value, script: emptyBytes }],
    lockTime: 0,
  })

/**
 * The value of the peg-out that is confirmed first. The hash table of the reference node holds the two in its buckets
 * 10 and 1.
 */
function firstConfirmed(moment: Moment): bigint {
  const state = emptyState()
  const store = storeOf(moment, state)
  const waiting = [1n, 6n].map((value) => ({
    transaction: payout(value),
    blockNumber: 1,
    transactionHash: new Uint8Array(32).fill(Number(value)),
  }))
  unconfirmedPegouts.write(store, waiting)
  askBridge(moment, update, { from: firstMember(moment.network), state })
  const [first] = unsignedPegouts.read(store)
  return decodeTransaction(first!.transaction).outputs[0]!.value
}

export const pegoutGates: readonly Gate[] = [
  ...requestGates,
  ...batchGates,
  gate({
    rule: 'rskip559',
    // The rule has no height on the public networks.
    network: withSchedule(regtest, { upgrades: { tbd1000: 1_000 } }),
    shows: 'confirmed peg-outs are taken in the order of their bytes',
    before: 6n,
    at: 1n,
    probe: firstConfirmed,
  }),
]
