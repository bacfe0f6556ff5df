import { type PrecompileCall, PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { type Address, asAddress, asciiBytes, asHash, leftPad } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { NativeContext } from '../nativeContext.ts'
import { brokenSelectionRule, burnedBalance, federationBalance, rewardBalance } from './cells.ts'
import {
  distributeToMiner,
  distributeWithSiblings,
  federationPayments,
  type Payment,
} from './distribution.ts'
import { breaksSelectionRule, familyAt } from './siblings.ts'

/*
 * When a block has matured, its fees are added to a common reward balance. Every block pays a fixed fraction of this
 * balance to RSK Labs, the federation, the matured block's miner, the miners of its siblings and the siblings'
 * publishers.
 */

const labsDivisor = 5n
const federationDivisor = 100n
/** RSKIP85: amounts below the price of this much gas at the minimum price are not paid yet. */
const minimumPayableGas = 200_000n
const federatorMinimumPayableGas = 50_000n
const miningFeeTopic = asHash(leftPad(asciiBytes('mining_fee_topic'), 32))

/** The context of REMASC. */
export interface RemascContext extends NativeContext {
  /**
   * The accounts that share the federation's part of the fees of a block, in the order of payment. This is a parameter,
   * because the Bridge, which knows the accounts, is above this room.
   */
  federatorAccounts(blockNumber: number): readonly Address[]
}

export function processMinersFees(context: RemascContext, call: Pick<PrecompileCall, 'emit'>): void {
  const { network, rules, state, block } = context
  const { maturity, syntheticSpan } = network.remasc
  const maturedNumber = block.number - maturity
  if (maturedNumber < 1) return
  const family = familyAt(context.chain, block.parentHash, maturedNumber)
  if (!family) throw new DamagedData(`block ${maturedNumber}, an ancestor of the executing block,`)
  const { header: matured, siblings } = family

  const rewards = rewardBalance.read(state) + matured.paidFees
  if (maturedNumber < syntheticSpan) {
    rewardBalance.write(state, rewards)
    return
  }

  const isPunished = brokenSelectionRule.read(state)
  brokenSelectionRule.write(state, breaksSelectionRule(matured, siblings))

  const blockReward = rewards / BigInt(syntheticSpan)
  const isPaid = !rules.rskip85 || blockReward >= block.minimumGasPrice * minimumPayableGas
  rewardBalance.write(state, isPaid ? rewards - blockReward : rewards)
  if (!isPaid) return

  const payAll = (payments: readonly Payment[]): void => {
    for (const { to, amount } of payments) {
      // Even a payment of zero creates the account.
      state.addBalance(remascAddress, -amount)
      state.addBalance(to, amount)
      call.emit({
        address: remascAddress,
        topics: [miningFeeTopic, asHash(leftPad(to, 32))],
        data: encodeRlp([matured.hash, unsignedBytes(amount)]),
      })
      context.noteTransfer?.(remascAddress, asAddress(to), amount)
    }
  }
  const labsReward = blockReward / labsDivisor
  payAll([{ to: labsAddress(context), amount: labsReward }])

  const federationReward = (blockReward - labsReward) / federationDivisor
  payAll(federationShare(context, federationReward, maturedNumber))

  const minersReward = blockReward - labsReward - federationReward
  if (siblings.length === 0) {
    const { payments, burned } = distributeToMiner(minersReward, matured, isPunished)
    if (isPunished) burn(context, burned)
    payAll(payments)
  } else {
    const { payments, burned } = distributeWithSiblings(minersReward, matured, siblings, isPunished)
    burn(context, burned)
    payAll(payments)
  }
}

const labsAddress = ({ network, rules }: NativeContext): Uint8Array =>
  rules.rskip218 ? network.remasc.newLabsAddress : network.remasc.labsAddress

/** The payments to the federators. Empty while each federator's part is too small; the amount is then kept. */
function federationShare(context: RemascContext, reward: bigint, maturedNumber: number): Payment[] {
  const { state, rules, block } = context
  const federators = context.federatorAccounts(maturedNumber)
  if (federators.length === 0) throw new PrecompileFailure('the network has no federation to pay')
  const amount = federationBalance.read(state) + reward
  if (!rules.rskip85) return federationPayments(amount, federators)

  const isTooSmall = amount / BigInt(federators.length) < block.minimumGasPrice * federatorMinimumPayableGas
  federationBalance.write(state, isTooSmall ? amount : 0n)
  return isTooSmall ? [] : federationPayments(amount, federators)
}

function burn({ state }: NativeContext, amount: bigint): void {
  burnedBalance.write(state, burnedBalance.read(state) + amount)
}
