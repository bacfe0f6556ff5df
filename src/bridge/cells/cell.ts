import { keccak256 } from '../../crypto/keccak256.ts'
import { cellKey } from '../../native/cellKey.ts'
import { asciiBytes, emptyBytes } from '../../primitives/bytes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { RuleName } from '../../protocol/networks/ruleTable.ts'

/** The Bridge's storage. Writing empty bytes deletes a cell. */
export interface CellStore {
  readonly network: Network
  readonly rules: Rules
  read(key: Uint8Array): Uint8Array
  write(key: Uint8Array, bytes: Uint8Array): void
  /** Records a write that does not change the cell (RSKIP144). */
  touch(key: Uint8Array): void
}

/**
 * When a value is written back at the end of a successful call. This is consensus, because writing an absent value
 * creates its cell and writing an old value converts it to the current format:
 * - `loaded`: when it was read or set;
 * - `present`: when it was set, or read and found;
 * - `set`: only when it was set.
 */
export type SavedWhen = 'loaded' | 'present' | 'set'

/** A value that the Bridge keeps between calls, in one storage cell or in several that belong together. */
export interface BridgeCell<Value> {
  /** Unique among the Bridge's values. */
  readonly name: string
  readonly savedWhen: SavedWhen
  read(store: CellStore): Value
  write(store: CellStore, value: Value): void
  /** The storage cells that `write` writes. If all of them exist, a value that was only read is not written again. */
  keys(store: CellStore): readonly Uint8Array[]
}

/** The encoding of a value in a cell. `decode` throws `DecodeError` for malformed bytes. */
export interface CellCodec<Value> {
  decode(bytes: Uint8Array): Value
  encode(value: Value): Uint8Array
}

interface CellOptions<Value> {
  readonly name: string
  readonly savedWhen: SavedWhen
  readonly codec: CellCodec<Value>
  /** By default the ASCII name, right-aligned in a word. */
  readonly key?: Uint8Array
}

/** The content of a cell, or `absent` when the cell does not exist. */
const decodedOr = <Value, Absent>(
  absent: Absent,
  bytes: Uint8Array,
  codec: CellCodec<Value>,
): Value | Absent => (bytes.length === 0 ? absent : codec.decode(bytes))

/** A value in a cell of its own. Undefined stands for an absent cell; writing undefined deletes the cell. */
export function optionalCell<Value>(options: CellOptions<Value>): BridgeCell<Value | undefined> {
  const { name, savedWhen, codec, key = cellKey(name) } = options
  return {
    name,
    savedWhen,
    read: (store) => decodedOr(undefined, store.read(key), codec),
    write: (store, value) => store.write(key, value === undefined ? emptyBytes : codec.encode(value)),
    keys: () => [key],
  }
}

/** A value in a cell of its own. An absent cell stands for `initial`. */
export function cellWithInitial<Value>(
  options: CellOptions<Value> & {
    readonly initial: Value
    /** The rule that begins to write the cell; without it the cell is always written. */
    readonly since?: RuleName
  },
): BridgeCell<Value> {
  const { name, savedWhen, codec, initial, since, key = cellKey(name) } = options
  const isWritten = ({ rules }: CellStore): boolean => since === undefined || rules[since]
  return {
    name,
    savedWhen,
    read: (store) => decodedOr(initial, store.read(key), codec),
    write(store, value) {
      if (isWritten(store)) store.write(key, codec.encode(value))
    },
    keys: (store) => (isWritten(store) ? [key] : []),
  }
}

/** A value that exists once per identifier, for example per Bitcoin transaction. */
export function cellOf<Value>(
  prefix: string,
  identifier: string | number,
  savedWhen: SavedWhen,
  codec: CellCodec<Value>,
): BridgeCell<Value | undefined> {
  const name = `${prefix}-${identifier}`
  return optionalCell({ name, savedWhen, codec, key: hashedKey(name) })
}

/** The storage key of names with an identifier and of those of the union bridge. */
export const hashedKey = (name: string): Uint8Array => keccak256(asciiBytes(name))
