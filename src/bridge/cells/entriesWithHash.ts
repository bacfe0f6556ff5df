import { cellKey } from '../../native/cellKey.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { BridgeCell, CellStore } from './cell.ts'

/** An entry of a list that RSKIP146 splits into two cells. */
export interface EntryWithHash {
  /** The Rootstock transaction that created the entry; undefined for entries from before RSKIP146. */
  readonly transactionHash: Uint8Array | undefined
}

/** The encoding of entries in the list. */
interface EntryCodec<Entry extends EntryWithHash> {
  /** Reads the fields of one entry. `readHash` reads the last of them, or returns undefined for the older form. */
  read(reader: RlpReader, readHash: () => Uint8Array | undefined): Entry
  /** The fields without the hash. */
  items(entry: Entry): readonly RlpValue[]
}

/** The cell and the two forms of the list in it. */
export interface EntriesWithHash<Entry extends EntryWithHash> {
  readonly cell: BridgeCell<readonly Entry[]>
  /** All entries, without their hashes. */
  encode(entries: readonly Entry[]): Uint8Array
  /** The entries that have a hash, with it. */
  encodeWithHash(entries: readonly Entry[]): Uint8Array
}

/** RSKIP146: entries with a Rootstock transaction are stored in a cell of their own. */
export function entriesWithHash<Entry extends EntryWithHash>(
  name: string,
  codec: EntryCodec<Entry>,
  inOrder: (entries: readonly Entry[]) => readonly Entry[] = (entries) => entries,
): EntriesWithHash<Entry> {
  const legacyKey = cellKey(name)
  const hashedKey = cellKey(`${name}WithTxHash`)

  function decode(bytes: Uint8Array, hasHash: boolean): readonly Entry[] {
    const reader = RlpReader.list(bytes, name)
    const readHash = () => (hasHash ? reader.fixed('transactionHash', 32) : undefined)
    const entries: Entry[] = []
    while (!reader.done) entries.push(codec.read(reader, readHash))
    return entries
  }
  const decodeLegacy = rememberedByObject((bytes: Uint8Array) => decode(bytes, false))
  const decodeHashed = rememberedByObject((bytes: Uint8Array) => decode(bytes, true))

  function read(store: CellStore, key: Uint8Array, decodeList: typeof decodeLegacy): readonly Entry[] {
    const bytes = store.read(key)
    return bytes.length === 0 ? [] : decodeList(bytes)
  }

  const encode = (entries: readonly Entry[]): Uint8Array => encodeRlp(inOrder(entries).flatMap(codec.items))

  const encodeWithHash = (entries: readonly Entry[]): Uint8Array =>
    encodeRlp(
      inOrder(entries).flatMap((entry) =>
        entry.transactionHash ? [...codec.items(entry), entry.transactionHash] : [],
      ),
    )

  const cell: BridgeCell<readonly Entry[]> = {
    name,
    savedWhen: 'loaded',
    read(store) {
      const legacy = read(store, legacyKey, decodeLegacy)
      return store.rules.rskip146 ? [...legacy, ...read(store, hashedKey, decodeHashed)] : legacy
    },
    write(store, entries) {
      store.write(legacyKey, encode(entries.filter(({ transactionHash }) => !transactionHash)))
      if (store.rules.rskip146) store.write(hashedKey, encodeWithHash(entries))
    },
    keys: ({ rules }) => (rules.rskip146 ? [legacyKey, hashedKey] : [legacyKey]),
  }
  return { cell, encode, encodeWithHash }
}
