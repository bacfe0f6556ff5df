import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { oldFederation } from '../cells/federations.ts'
import { oldFederationUtxos } from '../cells/utxos.ts'
import type { BridgeConstants } from '../constants/bridgeConstants.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { activationAge, liveFederations } from '../context/currentFederations.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { paymentScript } from '../federation/redeemScript.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { buildPayment } from '../wallet/buildTransaction.ts'
import type { BuiltTransaction } from '../wallet/draft.ts'
import { settle } from '../wallet/pegoutTransaction.ts'
import { federationWallet, totalOf, type Wallet } from '../wallet/wallet.ts'

/** Moves the bitcoins of a retiring federation to the active one and removes it at the end of the migration. */
export function migrateFunds(bridge: BridgeCall): void {
  const { active, retiring } = liveFederations(bridge)
  if (!retiring) return
  const wallet = retiringWallet(bridge, retiring)
  const balance = totalOf(wallet.coins)
  const age = bridge.native.block.number - active.creationBlock
  const { begin, end } = migrationPeriod(bridge)
  if (age > begin && age < end && balance > currentFeePerKb(bridge) / 2n) migrate(bridge, wallet, active)
  if (age < end) return
  if (balance > 0n) tryToMigrate(bridge, wallet, active)
  bridge.cells.set(oldFederation, undefined)
}

/** RSKIP294 limits the inputs, because Bitcoin nodes do not relay large transactions; other coins wait. */
function retiringWallet(bridge: BridgeCall, retiring: PegFederation): Wallet {
  const { cells, rules, constants } = bridge
  const coins = cells.load(oldFederationUtxos)
  const migrated = rules.rskip294 ? coins.slice(0, constants.maximumMigrationInputs) : coins
  return federationWallet(bridge, retiring, migrated)
}

/** The ages of the active federation between which coins migrate. */
export function migrationPeriod({ constants, rules }: Pick<BridgeContext, 'constants' | 'rules'>): {
  readonly begin: number
  readonly end: number
} {
  const activation = activationAge(constants, rules)
  return {
    begin: activation + constants.migrationAges.begin,
    end: activation + migrationEnd(constants, rules),
  }
}

/** RSKIP357 extends the migration in progress, RSKIP374 ends the extension. */
const migrationEnd = ({ migrationAges }: BridgeConstants, rules: Rules): number =>
  rules.rskip357 && !rules.rskip374 ? migrationAges.endOfRskip357 : migrationAges.end

function migrate(bridge: BridgeCall, wallet: Wallet, active: PegFederation): void {
  const built = builtMigration(bridge, wallet, active)
  const amount = totalOf(built.coins)
  settle(bridge, built, oldFederationUtxos, { transactionHash: bridge.native.transaction.hash, amount })
}

/** Ignores failures, because the federation must be removed at the end of the migration. */
function tryToMigrate(bridge: BridgeCall, wallet: Wallet, active: PegFederation): void {
  try {
    migrate(bridge, wallet, active)
  } catch (error) {
    if (!(error instanceof PrecompileFailure || error instanceof DecodeError)) throw error
  }
}

/** Halves the amount until it fits in one transaction. */
function builtMigration(bridge: BridgeCall, wallet: Wallet, active: PegFederation): BuiltTransaction {
  const script = paymentScript(active, bridge)
  let value: Satoshis = totalOf(wallet.coins)
  for (;;) {
    const built = buildPayment(wallet, {
      // RSKIP376.
      version: bridge.rules.rskip376 ? 2 : 1,
      outputs: [{ value, script }],
      changeScript: script,
      recipientsPay: true,
      feePerKb: currentFeePerKb(bridge),
    })
    if (typeof built !== 'string') return built
    if (built === 'dust-output') throw new PrecompileFailure('the amount to migrate is too small')
    value /= 2n
  }
}
