// The core of the fast engine, driven by src/evm/fast. src/evm/layout.ts describes its memory.
//
// The word operations are exported for property tests. The export also keeps the compiler from inlining them into `run`,
// which would degrade its register allocation.
import { EXCESS_GAS, EXHAUSTED } from '../src/evm/layout'
import { forgetJournal } from './evm/journal'
import { forgetCells } from './evm/storage'

export { add, multiply, negate, subtract } from './evm/arithmetic'
export { prepareCode } from './evm/decode'
export { divide, divideSigned, remainder, remainderSigned } from './evm/division'
export { journalDrainedLog, rollback } from './evm/journal'
export { keccakWord } from './evm/keccak'
export { extendMemory } from './evm/memory'
export { addModulo, multiplyModulo } from './evm/modular'
export { power } from './evm/power'
export { run } from './evm/run'
export { byteAt, shiftLeft, shiftRight, shiftRightSigned, signExtend } from './evm/shift'
export { findCell, storeCell } from './evm/storage'

/** The regions may overlap. */
export function copyBytes(to: u32, from: u32, length: u32): void {
  memory.copy(to, from, length)
}

/** Removes the state of the last session. The cached hashes stay: they do not depend on a session. */
export function reset(): void {
  forgetCells()
  forgetJournal()
  store<u32>(EXHAUSTED, 0)
  store<i64>(EXCESS_GAS, 0)
}
