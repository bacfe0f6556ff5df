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

/** Answers the core's question for a cell it does not know. */
export function readCell({ u8, exchangedKey }: Core, host: Host, accounts: Accounts, account: number): void {
  const value = host.storage(accounts.address(account), exchangedKey)
  if (value.length > 32) throw new RangeError(`a storage cell of a contract has ${value.length} bytes`)
  u8.fill(0, EXCHANGED_VALUE, EXCHANGED_VALUE + 32)
  u8.set(value, EXCHANGED_VALUE + 32 - value.length)
}

/** Key and value on their way to the host, which copies both: making new bytes for each cell would cost more. */
const key = new Uint8Array(32)
const value = new Uint8Array(32)
const valuesByLength = Array.from({ length: 33 }, (_, length) => value.subarray(32 - length))

/** Gives the host what the session wrote: new values, and notice of cells that have their old value again. */
export function writeCells(core: Core, host: Host, accounts: Accounts): void {
  const { u32 } = core
  const end = CELLS + u32[CELL_COUNT >>> 2]! * CELL_SIZE
  for (let cell = CELLS; cell < end; cell += CELL_SIZE) {
    if (u32[(cell + CELL_WRITTEN) >>> 2] === 0) continue
    const address = accounts.address(u32[(cell + CELL_ACCOUNT) >>> 2]!)
    readBytes(core, cell + CELL_KEY, key)
    if (isChanged(core, cell)) {
      readBytes(core, cell + CELL_VALUE, value)
      host.setStorage(address, key, valuesByLength[significantLength(value)]!)
    } else host.noteStorageWrite(address, key)
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
