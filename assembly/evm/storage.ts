// The storage cells that a session has touched: SLOAD and SSTORE call the host only at the first touch of a
// cell. Cells are appended and never move; an open-addressing index finds them by account and key.
import {
  FIRST_WRITE_IN_CREATION_WORK,
  FIRST_WRITE_WORK,
  STORAGE_CLEAR_REFUND,
  STORAGE_SET_GAS,
  STORAGE_WRITE_GAS,
  STORAGE_WRITE_WORK,
} from '../../src/evm/gas'
import {
  CELL_ACCOUNT,
  CELL_COUNT,
  CELL_INDEX,
  CELL_INDEX_ENTRIES,
  CELL_INDEX_PLACE,
  CELL_KEY,
  CELL_LIMIT,
  CELL_ORIGINAL,
  CELL_SIZE,
  CELL_VALUE,
  CELL_WRITTEN,
  CELLS,
  EXCESS_GAS,
  EXCHANGED_KEY,
  EXCHANGED_VALUE,
  FRAME_ACCOUNT,
  FRAME_CREATES,
  FRAME_REFUND,
} from '../../src/evm/layout'
import { equal } from './comparison'
import { exhausted } from './exhaustion'
import { journalWrite } from './journal'
import { copyWord, isZero, limb0, limb1, limb2, limb3, readBytes, writeBytes } from './word'

/**
 * The host writes the value of the cell with the key at EXCHANGED_KEY to EXCHANGED_VALUE. It must not call
 * the core.
 */
@external('host', 'readStorage')
declare function readStorage(account: u32): void

@inline
function indexPlace(account: u32, key: u32): u32 {
  let mixed = limb0(key) ^ (limb1(key) * 0x9e3779b97f4a7c15)
  mixed ^= (limb2(key) * 0xc2b2ae3d27d4eb4f) ^ (limb3(key) * 0x165667b19e3779f9)
  mixed += <u64>account * 0xd6e8feb86659fd93
  mixed ^= mixed >> 32
  mixed *= 0xd6e8feb86659fd93
  return <u32>(mixed >> 32) & (CELL_INDEX_ENTRIES - 1)
}

/** The address of a cell; reads the cell from the host at its first touch. */
export function findCell(account: u32, key: u32): u32 {
  let place = indexPlace(account, key)
  while (true) {
    const cell = load<u32>(CELL_INDEX + (place << 2))
    if (cell == 0) return addCell(account, key, place)
    if (load<u32>(cell, CELL_ACCOUNT) == account && equal(cell + CELL_KEY, key)) return cell
    place = (place + 1) & (CELL_INDEX_ENTRIES - 1)
  }
}

/** The host may throw, so the call of the host comes before all changes. */
function addCell(account: u32, key: u32, place: u32): u32 {
  writeBytes(EXCHANGED_KEY, key)
  readStorage(account)
  const count = load<u32>(CELL_COUNT)
  if (count == CELL_LIMIT) exhausted()
  const cell = CELLS + count * CELL_SIZE
  copyWord(cell + CELL_KEY, key)
  readBytes(cell + CELL_VALUE, EXCHANGED_VALUE)
  readBytes(cell + CELL_ORIGINAL, EXCHANGED_VALUE)
  store<u32>(cell, account, CELL_ACCOUNT)
  store<u32>(cell, place, CELL_INDEX_PLACE)
  store<u32>(cell, 0, CELL_WRITTEN)
  store<u32>(CELL_INDEX + (place << 2), cell)
  store<u32>(CELL_COUNT, count + 1)
  return cell
}

@inline
function workOfWrite(frame: u32, cell: u32): i64 {
  if (load<u32>(cell, CELL_WRITTEN)) return STORAGE_WRITE_WORK
  return load<u32>(frame, FRAME_CREATES) ? FIRST_WRITE_IN_CREATION_WORK : FIRST_WRITE_WORK
}

/**
 * SSTORE; returns the gas left, negative when the gas did not suffice. Reads the old value before it charges:
 * a write that fails has touched its cell too (RSKIP144).
 */
export function storeCell(frame: u32, key: u32, value: u32, gas: i64): i64 {
  const cell = findCell(load<u32>(frame, FRAME_ACCOUNT), key)
  const wasZero = isZero(cell + CELL_VALUE)
  const becomesZero = isZero(value)
  const price: i64 = wasZero && !becomesZero ? STORAGE_WRITE_GAS + STORAGE_SET_GAS : STORAGE_WRITE_GAS
  gas -= price
  if (gas < 0) return gas
  store<i64>(EXCESS_GAS, load<i64>(EXCESS_GAS) + price - workOfWrite(frame, cell))
  if (!wasZero && becomesZero)
    store<i64>(frame, load<i64>(frame, FRAME_REFUND) + STORAGE_CLEAR_REFUND, FRAME_REFUND)
  journalWrite(cell)
  copyWord(cell + CELL_VALUE, value)
  store<u32>(cell, 1, CELL_WRITTEN)
  return gas
}

/** Removes all cells; the time depends on their number and not on the size of the index. */
export function forgetCells(): void {
  const end: u32 = CELLS + load<u32>(CELL_COUNT) * CELL_SIZE
  for (let cell: u32 = CELLS; cell < end; cell += CELL_SIZE) {
    store<u32>(CELL_INDEX + (load<u32>(cell, CELL_INDEX_PLACE) << 2), 0)
  }
  store<u32>(CELL_COUNT, 0)
}
