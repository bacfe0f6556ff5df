import { DecodeError } from '../../primitives/errors.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'

export const emptyAccessList = Uint8Array.of(0xc0)

/** An account and those of its cells that a transaction names. */
export interface AccessListEntry {
  readonly address: Uint8Array
  readonly cells: readonly Uint8Array[]
}

/** The RLP of an access list. */
export const encodeAccessList = (entries: readonly AccessListEntry[]): Uint8Array =>
  encodeRlp(entries.map(({ address, cells }) => [address, cells]))

/** Checks an access list and returns its bytes. */
export function readAccessList(item: Uint8Array): Uint8Array {
  for (const _ of accessListEntries(item));
  return item
}

/** The entries of an access list's RLP; throws a `DecodeError` for another form. */
export function* accessListEntries(item: Uint8Array): Generator<AccessListEntry> {
  if (item[0] === undefined || item[0] < 0xc0) throw new DecodeError('Access list', 'must be an RLP list')
  let index = 0
  for (const list = RlpReader.list(item, 'Access list'); !list.done; index++) yield entryAt(list, index)
}

function entryAt(list: RlpReader, index: number): AccessListEntry {
  if (!list.nextIsList('entry')) throw new DecodeError('Access list', 'contains invalid RLP encoding')
  const entry = list.list('entry')
  if (entry.remaining() !== 2) {
    throw new DecodeError('Access list entry', `at index ${index} must have exactly 2 elements`)
  }
  const address = entry.nextIsList('address') ? entry.encoded('address') : entry.bytes('address')
  if (address.length !== 20) {
    throw new DecodeError('Access list entry', `address at index ${index} must be exactly 20 bytes`)
  }
  return { address, cells: cellsOf(entry.list('storageKeys'), index) }
}

function cellsOf(keys: RlpReader, index: number): Uint8Array[] {
  const cells: Uint8Array[] = []
  while (!keys.done) {
    const key = keys.bytes('key')
    if (key.length !== 32) {
      throw new DecodeError(
        'Access list storage key',
        `at entry ${index}, key ${cells.length} must be exactly 32 bytes`,
      )
    }
    cells.push(key)
  }
  return cells
}
