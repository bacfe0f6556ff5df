import { signer } from '../../src/bitcoin/keys/signer.cases.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  transactionIdOf,
} from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { bridgeCall } from '../../src/bridge/bridgeWorld.cases.ts'
import { newFederation, oldFederation } from '../../src/bridge/cells/federations.ts'
import { outpointValues, unconfirmedPegouts } from '../../src/bridge/cells/pegouts.ts'
import { oldFederationUtxos } from '../../src/bridge/cells/utxos.ts'
import { constantsOf } from '../../src/bridge/constants/constantsOf.ts'
import { singleKeyMember, sortedMembers } from '../../src/bridge/federation/member.ts'
import type { PegFederation } from '../../src/bridge/federation/pegFederation.ts'
import { paymentScript } from '../../src/bridge/federation/redeemScript.ts'
import { migrateFunds, migrationPeriod } from '../../src/bridge/pegout/migration.ts'
import { isKnownPegout } from '../../src/bridge/wallet/pegoutIndex.ts'
import type { Log } from '../../src/evm/log.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { namesOf } from './bridgeAt.ts'
import { coinsOf } from './coins.ts'
import { type Gate, gate, type Moment } from './gate.ts'

/* Rules of migrations from one federation to the next. */

const network = mainnet
const bitcoin = 100_000_000n

const membersNamed = (...names: readonly string[]): PegFederation['members'] =>
  sortedMembers(names.map((name) => singleKeyMember(signer(name).key)))

interface Migration {
  readonly transaction: BitcoinTransaction | undefined
  readonly values: readonly bigint[] | undefined
  readonly isIndexed: boolean
  readonly coinsLeft: number
  readonly isRetired: boolean
  readonly logs: readonly Log[]
}

/** Migrates coins to a new federation that is `age` blocks old; by default in the first block of the migration. */
function migrate({ network: scheduled, height, rules }: Moment, coins: number, age?: number): Migration {
  const bridge = bridgeCall({ network: scheduled, height })
  const { begin } = migrationPeriod({ constants: constantsOf(scheduled), rules })
  const standard = { format: 'standard', creationTimeMillis: 1 } as const
  const retiring = { ...standard, creationBlock: 1, members: membersNamed('a', 'b', 'c') }
  const creationBlock = height - (age ?? begin + 1)
  bridge.cells.set(newFederation, { ...standard, creationBlock, members: membersNamed('x', 'y', 'z') })
  bridge.cells.set(oldFederation, retiring)
  const values = new Array<bigint>(coins).fill(bitcoin)
  bridge.cells.set(oldFederationUtxos, coinsOf(values, paymentScript(retiring, bridge)))
  migrateFunds(bridge)
  const [made] = bridge.cells.load(unconfirmedPegouts)
  const transaction = made && decodeTransaction(made.transaction)
  return {
    transaction,
    values: transaction && bridge.cells.load(outpointValues(transactionIdOf(transaction))),
    isIndexed: transaction !== undefined && isKnownPegout(bridge, transaction),
    coinsLeft: bridge.cells.load(oldFederationUtxos).length,
    isRetired: bridge.cells.load(oldFederation) === undefined,
    logs: bridge.logs,
  }
}

export const migrationGates: readonly Gate[] = [
  gate({
    rule: 'rskip294',
    network,
    shows: 'a migration spends at most 50 coins',
    before: 0,
    at: 2,
    probe: (moment) => migrate(moment, 52).coinsLeft,
  }),
  gate({
    rule: 'rskip305',
    network,
    shows: 'the values that a transaction spends are kept',
    before: undefined,
    at: [bitcoin],
    probe: (moment) => migrate(moment, 1).values,
  }),
  gate({
    rule: 'rskip357',
    network,
    shows: 'a migration lasts longer',
    before: true,
    at: false,
    probe: (moment) => migrate(moment, 0, 100_000).isRetired,
  }),
  gate({
    rule: 'rskip374',
    network,
    shows: 'a migration has its usual length again',
    before: false,
    at: true,
    probe: (moment) => migrate(moment, 0, 100_000).isRetired,
  }),
  gate({
    rule: 'rskip376',
    network,
    shows: 'a migration is a transaction of version 2',
    before: 1,
    at: 2,
    probe: (moment): number | undefined => migrate(moment, 1).transaction?.version,
  }),
  gate({
    rule: 'rskip379',
    network,
    shows: 'transactions of the Bridge are recognised by an index',
    before: false,
    at: true,
    probe: (moment) => migrate(moment, 1).isIndexed,
  }),
  gate({
    rule: 'rskip428',
    network,
    shows: 'the values that a transaction spends are announced',
    before: ['releaseRequested'],
    at: ['releaseRequested', 'pegoutTransactionCreated'],
    probe: (moment) => namesOf(migrate(moment, 1).logs),
  }),
]
