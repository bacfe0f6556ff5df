/**
 * Every table of a store. A table that is added here is created in each folder the next time a writer opens it,
 * without a change of the format version: older tables stay as they are.
 */
export const tableNames = [
  'serials', // block hash → serial: its number in the order of storing
  'headers', // serial → header
  'bodies', // serial → transactions and uncles
  'receipts', // serial → receipts
  'canonical', // block number → block hash
  'transactions', // transaction hash → number of its block and index
  'states', // state root → place of its node
  'clusters', // increasing number → trie nodes that were saved together
  'trie', // node hash → node of a snapshot
  'trieTwin', // node hash → node: takes turns with `trie` when old states are pruned
  'values', // value hash → long value of the trie
  'logIndex', // address, topic or participant of a trace with block number → posting list
  'participants', // serial → accounts that took part in its calls
  'creations', // serial → contracts that its transactions created
  'calls', // serial → its calls; only of blocks whose calls are indexed
  'meta', // head of the chain and the stamp of the folder
  'keys', // API keys of the service
  'usage', // API key → consumed units
  'filters', // id → filter that a client polls
] as const

export type TableName = (typeof tableNames)[number]

/** What the store knows of the keys of a scattered table. */
export interface Scattered {
  /**
   * A number that grows with the chain and is the same for all puts of a key. A run that has only other ages is not asked for
   * the key.
   */
  readonly age?: (key: Uint8Array) => number
}

/**
 * Tables with short records that new blocks put at random places between older ones. In a folder they are kept as sorted runs
 * (`runs/`).
 */
export const scatteredTables: ReadonlyMap<TableName, Scattered> = new Map<TableName, Scattered>([
  ['serials', {}],
  ['transactions', {}],
  ['states', {}],
  ['logIndex', { age: lastWord }],
])

/** The last four bytes of a key: in the log index the number of a stretch of blocks. */
function lastWord(key: Uint8Array): number {
  let word = 0
  for (const byte of key.subarray(-4)) word = word * 256 + byte
  return word
}
