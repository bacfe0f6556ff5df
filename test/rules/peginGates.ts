import { op, push } from '../../src/bitcoin/scripts/script.ts'
import { paymentFrom, weiOf } from '../../src/bridge/pegScenario.cases.ts'
import { type Address, asAddress, asciiBytes, concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { cellOf, integerAnswer, methodGate, namesOf } from './bridgeAt.ts'
import { type Gate, gate, type Moment } from './gate.ts'
import { alice, amount, multisigInput, Peg, pegNetwork } from './pegAt.ts'

/* Rules of peg-ins. */

const opReturn = 0x6a
const receiver: Address = asAddress(new Uint8Array(20).fill(0x9c))
const instructions = concatBytes(
  op(opReturn),
  push(concatBytes(asciiBytes('RSKT'), Uint8Array.of(1), receiver)),
)

/** The accounts that a peg-in of Alice with instructions credits. */
function credited(moment: Moment): Record<'alice' | 'receiver', bigint> {
  const peg = new Peg(moment)
  peg.admitAlice()
  peg.scenario.register(peg.payment({ value: 0n, script: instructions }))
  return { alice: peg.scenario.balance(alice.address), receiver: peg.scenario.balance(receiver) }
}

/** Whether a payment without a recognisable sender counts as processed. */
function remembersSenderless(moment: Moment): boolean {
  const peg = new Peg(moment)
  const payment = peg.paymentWith(emptyBytes)
  peg.scenario.register(payment)
  return peg.isProcessed(payment)
}

export const peginGates: readonly Gate[] = [
  gate({
    rule: 'rskip134',
    network: pegNetwork,
    shows: 'a processed transaction has a cell of its own instead of a place in a list',
    before: false,
    at: true,
    probe: (moment) => {
      const peg = new Peg(moment)
      peg.admitAlice()
      peg.scenario.register(peg.payment())
      return cellOf(peg.scenario.state, 'btcTxHashesAP') === 'c0'
    },
  }),
  gate({
    rule: 'rskip143',
    network: pegNetwork,
    shows: 'a peg-in from a script is sent back instead of ignored',
    before: false,
    at: true,
    probe: (moment) => {
      const peg = new Peg(moment)
      const payment = peg.paymentWith(multisigInput)
      peg.scenario.register(payment)
      return peg.isProcessed(payment)
    },
  }),
  gate({
    rule: 'rskip170',
    network: pegNetwork,
    shows: 'a peg-in may name its receiver',
    before: { alice: weiOf(amount), receiver: 0n },
    at: { alice: 0n, receiver: weiOf(amount) },
    probe: credited,
  }),
  gate({
    rule: 'rskip170',
    network: pegNetwork,
    shows: 'a peg-in has another event',
    before: ['lockBtc'],
    at: ['peginBtc'],
    probe: (moment) => {
      const peg = new Peg(moment)
      peg.admitAlice()
      peg.scenario.register(peg.payment())
      return namesOf(peg.scenario.logs)
    },
  }),
  // Only contracts may advance a peg-in.
  methodGate(
    'rskip176',
    mainnet,
    'registerFastBridgeBtcTransaction(bytes,uint256,bytes,bytes32,bytes,address,bytes,bool)',
    -300n,
    {
      args: [emptyBytes, 0n, emptyBytes, 0n, new Uint8Array(21), 0n, new Uint8Array(21), 0n],
    },
  ),
  gate({
    rule: 'rskip181',
    network: pegNetwork,
    shows: 'a rejected peg-in is announced',
    before: ['releaseRequested'],
    at: ['rejectedPegin', 'releaseRequested'],
    probe: (moment) => {
      const peg = new Peg(moment)
      peg.scenario.register(peg.paymentWith(multisigInput))
      return namesOf(peg.scenario.logs)
    },
  }),
  gate({
    rule: 'rskip219',
    network: mainnet,
    shows: 'the minimum of a peg-in is halved',
    before: 1_000_000n,
    at: 500_000n,
    probe: (moment): bigint | undefined =>
      integerAnswer(moment, 'getMinimumLockTxValue()', { isLocal: true }),
  }),
  gate({
    rule: 'rskip293',
    network: pegNetwork,
    shows: 'every output of a peg-in must reach the minimum',
    before: weiOf(amount),
    at: 0n,
    probe: (moment) => {
      const peg = new Peg(moment)
      peg.admitAlice()
      const outputs = [amount - 1n, 1n].map((value) => ({ value, script: peg.script }))
      peg.scenario.register(paymentFrom(alice, outputs))
      return peg.scenario.balance(alice.address)
    },
  }),
  gate({
    rule: 'rskip379',
    network: pegNetwork,
    shows: 'a peg-in needs no entry in the whitelist',
    before: 0n,
    at: weiOf(amount),
    probe: (moment) => {
      const peg = new Peg(moment)
      peg.scenario.register(peg.payment())
      return peg.scenario.balance(alice.address)
    },
  }),
  gate({
    rule: 'rskip459',
    network: pegNetwork,
    shows: 'a peg-in that cannot be sent back counts as processed',
    before: false,
    at: true,
    probe: remembersSenderless,
  }),
  gate({
    rule: 'rskip551',
    network: pegNetwork,
    shows: 'a peg-in that cannot be sent back no longer counts as processed',
    before: true,
    at: false,
    probe: remembersSenderless,
  }),
]
