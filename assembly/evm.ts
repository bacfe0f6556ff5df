// The core of the fast engine, driven by src/evm/fast. src/evm/layout.ts describes its memory.
//
// Word operations are exported for property tests. An exported function is also not inlined: inlined into `run` they
// would spoil its register allocation.
import { EXHAUSTED } from '../src/evm/layout'
import { forgetJournal } from './evm/journal'
import { forgetCells } from './evm/storage'

export { add, multiply, negate, subtract } from './evm/arithmetic'
export { decode } from './evm/decode'
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

/** Forgets everything of the last session but the hashes it remembers. */
export function reset(): void {
  forgetCells()
  forgetJournal()
  store<u32>(EXHAUSTED, 0)
}
