import type { Host } from '../host.ts'
import {
  CELL_ACCOUNT,
  CELL_COUNT,
  CELL_KEY,
  CELL_ORIGINAL,
  CELL_SIZE,
  CELL_VALUE,
  CELL_WRITTEN,
  CELLS,
  EXCHANGED_VALUE,
} from '../layout.ts'
import type { Accounts } from './accounts.ts'
import type { Core } from './core.ts'
import { readBytes } from './words.ts'

/** Reads a cell for the core at its first touch. */
export function readCell({ u8, exchangedKey }: Core, host: Host, accounts: Accounts, account: number): void {
  const value = host.state.storage(accounts.address(account), exchangedKey)
  if (value.length > 32) throw new RangeError(`a storage cell of a contract has ${value.length} bytes`)
  u8.fill(0, EXCHANGED_VALUE, EXCHANGED_VALUE + 32)
  u8.set(value, EXCHANGED_VALUE + 32 - value.length)
}

/** Buffers for key and value, which the host copies: new arrays for each cell would take more time. */
const key = new Uint8Array(32)
const value = new Uint8Array(32)
const valuesByLength = Array.from({ length: 33 }, (_, length) => value.subarray(32 - length))

/** Writes changed cells to the host, and notes cells that were written and have their old value again. */
export function writeCells(core: Core, host: Host, accounts: Accounts): void {
  const { u32 } = core
  const end = CELLS + u32[CELL_COUNT >>> 2]! * CELL_SIZE
  for (let cell = CELLS; cell < end; cell += CELL_SIZE) {
    if (u32[(cell + CELL_WRITTEN) >>> 2] === 0) continue
    const address = accounts.address(u32[(cell + CELL_ACCOUNT) >>> 2]!)
    readBytes(core, cell + CELL_KEY, key)
    if (isChanged(core, cell)) {
      readBytes(core, cell + CELL_VALUE, value)
      host.state.setStorage(address, key, valuesByLength[significantLength(value)]!)
    } else host.state.noteStorageWrite(address, key)
  }
}

function isChanged({ u32 }: Core, cell: number): boolean {
  const value = (cell + CELL_VALUE) >>> 2
  const original = (cell + CELL_ORIGINAL) >>> 2
  for (let i = 0; i < 8; i++) if (u32[value + i] !== u32[original + i]) return true
  return false
}

function significantLength(bytes: Uint8Array): number {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  return bytes.length - zeros
}
