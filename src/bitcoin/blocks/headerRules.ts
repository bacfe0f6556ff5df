import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { BitcoinHeader } from './bitcoinHeader.ts'
import type { BitcoinParameters } from './networkParameters.ts'
import type { StoredBlock } from './storedBlock.ts'
import { bitsOf, maskedTarget, targetOf } from './target.ts'

/* The Bridge's rules for Bitcoin headers. It checks neither their version nor their time. */

/** Finds the parent of a stored block. */
type ParentOf = (block: StoredBlock) => StoredBlock | undefined

const targetTimespan = 1_209_600
/** Time, in seconds since 1970, after which testnet allows late blocks the maximum target. */
const minimumDifficultyStart = 1_329_264_000
/** A block is late when its time is more than this many seconds after its parent's. */
const lateAfterSeconds = 1_200

const failure = (problem: string): DecodeError => new DecodeError('Bitcoin header', problem)

export function checkProofOfWork(header: BitcoinHeader, { maximumTarget }: BitcoinParameters): void {
  const target = targetOf(header.bits)
  if (target <= 0n || target > maximumTarget) throw failure('has a target out of range')
  if (header.hashNumber > target) throw failure('has too little work')
}

export function checkDifficulty(
  header: BitcoinHeader,
  parent: StoredBlock,
  parameters: BitcoinParameters,
  parentOf: ParentOf,
): void {
  const { retargetInterval, allowsMinimumDifficulty } = parameters
  if (retargetInterval !== undefined && (parent.height + 1) % retargetInterval === 0) {
    checkAdjusted(header, parent, retargetInterval, parameters, parentOf)
  } else if (
    retargetInterval !== undefined &&
    allowsMinimumDifficulty &&
    header.time > minimumDifficultyStart
  ) {
    checkWithMinimumDifficulty(header, parent, retargetInterval, parameters, parentOf)
  } else if (header.bits !== parent.header.bits) {
    throw failure('changes the target')
  }
}

/**
 * A late block may have any target. Another block must have the target of the last block that did not use the
 * exception.
 */
function checkWithMinimumDifficulty(
  header: BitcoinHeader,
  parent: StoredBlock,
  interval: number,
  { genesis, maximumTarget }: BitcoinParameters,
  parentOf: ParentOf,
): void {
  const delay = header.time - parent.header.time
  if (delay < 0 || delay > lateAfterSeconds) return
  const isEasy = (block: StoredBlock): boolean =>
    !equalBytes(block.header.hash, genesis.header.hash) &&
    block.height % interval !== 0 &&
    targetOf(block.header.bits) === maximumTarget
  let reference = parent
  while (isEasy(reference)) reference = existing(parentOf(reference))
  if (targetOf(header.bits) !== targetOf(reference.header.bits)) throw failure('changes the target')
}

/** At the end of an interval the target is adjusted to the time that the interval took. */
function checkAdjusted(
  header: BitcoinHeader,
  parent: StoredBlock,
  interval: number,
  { maximumTarget }: BitcoinParameters,
  parentOf: ParentOf,
): void {
  let first = parent
  for (let step = 1; step < interval; step++) first = existing(parentOf(first))
  const elapsed = (parent.header.time - first.header.time) | 0
  const timespan = Math.min(Math.max(elapsed, targetTimespan / 4), targetTimespan * 4)
  const adjusted = (targetOf(parent.header.bits) * BigInt(timespan)) / BigInt(targetTimespan)
  const target = adjusted > maximumTarget ? maximumTarget : adjusted
  if (bitsOf(maskedTarget(target, header.bits)) !== header.bits) throw failure('has a wrong new target')
}

function existing(block: StoredBlock | undefined): StoredBlock {
  if (!block) throw failure('needs an ancestor that is not stored')
  return block
}
