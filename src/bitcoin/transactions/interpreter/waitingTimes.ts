import { type BitcoinTransaction, finalSequence } from '../bitcoinTransaction.ts'
import { ScriptFailure } from './scriptFailure.ts'

/* The opcodes that compare a waiting time with the transaction (BIP-65, BIP-112). */

/** Lock times below this are heights, others are seconds. */
export const lockTimeThreshold = 500_000_000
/** A sequence with this bit is not a waiting time (BIP-68). */
const disableFlag = 2 ** 31
const typeFlag = 1 << 22
const valueMask = 0xffff

export function checkLockTime(
  required: number,
  { lockTime, inputs }: BitcoinTransaction,
  index: number,
): void {
  if (required < 0) throw new ScriptFailure('negative-locktime')
  const isSameUnit = required < lockTimeThreshold === lockTime < lockTimeThreshold
  if (!isSameUnit || required > lockTime || inputs[index]!.sequence === finalSequence) {
    throw new ScriptFailure('unsatisfied-locktime')
  }
}

export function checkSequence(required: number, transaction: BitcoinTransaction, index: number): void {
  if (required < 0) throw new ScriptFailure('negative-locktime')
  if (!hasWaited(required, transaction, index)) throw new ScriptFailure('unsatisfied-locktime')
}

/** Whether the sequence of input `index` states at least the required waiting time (BIP-112). */
export function hasWaited(required: number, { version, inputs }: BitcoinTransaction, index: number): boolean {
  if (Math.floor(required / disableFlag) % 2 === 1) return true
  const { sequence } = inputs[index]!
  const isSameUnit = (required & typeFlag) === (sequence & typeFlag)
  const isOldEnough = (required & valueMask) <= (sequence & valueMask)
  return version >= 2 && sequence < disableFlag && isSameUnit && isOldEnough
}

/** The minimum age of the spent output that the sequence of an input requires (BIP-68). */
export function relativeWait(
  sequence: number,
  version: number,
): { readonly unit: 'blocks' | 'seconds'; readonly count: number } | undefined {
  if (version < 2 || sequence >= disableFlag) return undefined
  const value = sequence & valueMask
  return (sequence & typeFlag) !== 0
    ? { unit: 'seconds', count: value * 512 }
    : { unit: 'blocks', count: value }
}
