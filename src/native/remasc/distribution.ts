import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Sibling } from './siblings.ts'

/* Divides a block's reward. Remainders are burned, so payments and burned amount add up to the reward. */

const punishmentDivisor = 10n
const publishersDivisor = 10n
const lateInclusionDivisor = 20n

export interface Payment {
  readonly to: Uint8Array
  readonly amount: bigint
}

export interface Distribution {
  /** In the order of payment. */
  readonly payments: readonly Payment[]
  readonly burned: bigint
}

/** Equal parts for all federators; the last one also receives the remainder. */
export function federationPayments(amount: bigint, federators: readonly Uint8Array[]): Payment[] {
  const count = BigInt(federators.length)
  const last = federators.length - 1
  return federators.map((to, index) => ({
    to,
    amount: amount / count + (index === last ? amount % count : 0n),
  }))
}

/**
 * A block without siblings: its miner receives all, less a punishment if the previous block broke the selection rule.
 */
export function distributeToMiner(reward: bigint, block: BlockHeader, isPunished: boolean): Distribution {
  const punishment = isPunished ? reward / punishmentDivisor : 0n
  return { payments: [{ to: block.coinbase, amount: reward - punishment }], burned: punishment }
}

/**
 * A block with siblings: a tenth goes to the publishers of the siblings, the rest in equal parts to the miners of the
 * block and of the siblings. The punishment reduces each of these parts; a sibling's part also shrinks by a twentieth
 * per block of delay.
 */
export function distributeWithSiblings(
  reward: bigint,
  block: BlockHeader,
  siblings: readonly Sibling[],
  isPunished: boolean,
): Distribution {
  const publishers = BigInt(siblings.length)
  const miners = publishers + 1n
  const publishersReward = reward / publishersDivisor
  const minersReward = reward - publishersReward
  const publisherPart = publishersReward / publishers
  const fullPart = minersReward / miners
  const punishment = isPunished ? fullPart / punishmentDivisor : 0n
  const minerPart = fullPart - punishment
  const latePenalties = siblings.map(({ includedAt }) =>
    latePenalty(minerPart, includedAt - block.number - 1),
  )

  const payments = [
    ...siblings.map(({ publisher }) => ({ to: publisher, amount: publisherPart })),
    ...siblings.map(({ header }, index) => ({
      to: header.coinbase,
      amount: minerPart - latePenalties[index]!,
    })),
    { to: block.coinbase, amount: minerPart },
  ]
  const indivisible = (publishersReward % publishers) + (minersReward % miners)
  const penalties = latePenalties.reduce((sum, penalty) => sum + penalty, 0n)
  return { payments, burned: indivisible + penalties + punishment * miners }
}

const latePenalty = (part: bigint, blocksLate: number): bigint =>
  (part * BigInt(blocksLate)) / lateInclusionDivisor
