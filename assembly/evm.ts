// The core of the fast engine: src/evm/fast drives it. src/evm/layout.ts describes its memory.
import { EXHAUSTED } from '../src/evm/layout';
import { forgetJournal } from './evm/journal';
import { forgetCells } from './evm/storage';

export { run } from './evm/run';
export { decode } from './evm/decode';
export { extendMemory } from './evm/memory';
export { journalDrainedLog, rollback } from './evm/journal';

// Exported for property tests; that they are exported also keeps the compiler from inlining them into `run`, whose
// register allocation suffers from it.
export { add, multiply, negate, subtract } from './evm/arithmetic';
export { divide, divideSigned, remainder, remainderSigned } from './evm/division';
export { keccakWord } from './evm/keccak';
export { addModulo, multiplyModulo } from './evm/modular';
export { power } from './evm/power';
export { byteAt, shiftLeft, shiftRight, shiftRightSigned, signExtend } from './evm/shift';
export { findCell, storeCell } from './evm/storage';

/** The regions may overlap. */
export function copyBytes(to: u32, from: u32, length: u32): void {
  memory.copy(to, from, length);
}

/** Forgets everything of the last session but the hashes it remembers. */
export function reset(): void {
  forgetCells();
  forgetJournal();
  store<u32>(EXHAUSTED, 0);
}
