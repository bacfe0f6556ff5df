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
  /** Counts as writing what is there already (RSKIP144). */
  touch(key: Uint8Array): void
}

/**
 * When a value is written back at the end of a call that succeeded. This is consensus, because writing an
 * absent value creates its cell and writing an old one converts it to the format of today:
 * - `loaded`: whenever it was read or set;
 * - `present`: when it was set, or read and found;
 * - `set`: only when it was set.
 */
export type SavedWhen = 'loaded' | 'present' | 'set'

/** A value the Bridge keeps from call to call, in one storage cell or in several that belong together. */
export interface BridgeCell<Value> {
  /** Identifies the value among all of the Bridge. */
  readonly name: string
  readonly savedWhen: SavedWhen
  read(store: CellStore): Value
  write(store: CellStore, value: Value): void
  /** The storage cells that `write` fills. If all of them are there, a value that was only read stays as it is. */
  keys(store: CellStore): readonly Uint8Array[]
}

/** How a value stands in a cell. Throws `DecodeError` on what cannot have been written. */
export interface CellCodec<Value> {
  decode(bytes: Uint8Array): Value
  encode(value: Value): Uint8Array
}

interface CellOptions<Value> {
  readonly name: string
  readonly savedWhen: SavedWhen
  readonly codec: CellCodec<Value>
  /** The name right-aligned in a word, when absent. */
  readonly key?: Uint8Array
}

/** A value in a cell of its own; undefined when the cell is absent, and to delete it. */
export function optionalCell<Value>(options: CellOptions<Value>): BridgeCell<Value | undefined> {
  const { name, savedWhen, codec, key = cellKey(name) } = options
  return {
    name,
    savedWhen,
    read(store) {
      const bytes = store.read(key)
      return bytes.length === 0 ? undefined : codec.decode(bytes)
    },
    write: (store, value) => store.write(key, value === undefined ? emptyBytes : codec.encode(value)),
    keys: () => [key],
  }
}

/** A value in a cell of its own whose absence stands for `initial`. */
export function cellWithInitial<Value>(
  options: CellOptions<Value> & {
    readonly initial: Value
    /** The rule from which on the cell is written; always when absent. */
    readonly since?: RuleName
  },
): BridgeCell<Value> {
  const { name, savedWhen, codec, initial, since, key = cellKey(name) } = options
  const isWritten = ({ rules }: CellStore): boolean => since === undefined || rules[since]
  return {
    name,
    savedWhen,
    read(store) {
      const bytes = store.read(key)
      return bytes.length === 0 ? initial : codec.decode(bytes)
    },
    write(store, value) {
      if (isWritten(store)) store.write(key, codec.encode(value))
    },
    keys: (store) => (isWritten(store) ? [key] : []),
  }
}

/** The key of a value that exists once per identifier, for example per Bitcoin transaction. */
export const compoundName = (name: string, identifier: string | number): string => `${name}-${identifier}`

/** Compound names and those of the union bridge are hashed. */
export const hashedKey = (name: string): Uint8Array => keccak256(asciiBytes(name))
