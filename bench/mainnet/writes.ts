import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { firstOf, offsetsOf, stretchBlocks, stretchOfKey } from '../../src/chain/logs/postings.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { participantTerm } from '../../src/chain/traces/participants.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Reader, Store } from '../../src/store/store.ts'
import { scatteredTables, type TableName } from '../../src/store/tables.ts'
import { tableHead, tableRow } from '../measuring/figures.ts'

/* Bytes that each table writes, by the blocks of a group. */

const groupSizes = [256, 1_000, 4_000, 12_000]
/** Blocks before the measured ones are put in groups of this size. */
const filling = 10_000
const growingTables: readonly TableName[] = [
  'clusters',
  'receipts',
  'headers',
  'bodies',
  'participants',
  'canonical',
]

const [participantKind] = participantTerm(new Uint8Array())

interface Put {
  readonly block: number
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/**
 * A Markdown table of kilobytes a block. Tables that grow at their ends write their pages once. The records of each of the others
 * are put into a file of its own, in the groups and in the order of an import, and the bytes of the write calls are counted from
 * `length` less the largest group on.
 */
export function tableOfWrites(data: string, length: number, folder: string): string {
  const source = storeAt(join(data, 'regtest'), { readOnly: true })
  const puts = putsOf(source, length)
  const growing = growingTables.map((table) => {
    const bytes = source.usedBytes!([table])! / source.count!('canonical')!
    return [table, ...groupSizes.map(() => bytes)] as const
  })
  const scattered = [...scatteredTables.keys()].map((table) => {
    const list = puts.get(table)!.sort((a, b) => a.block - b.block)
    return [table, ...groupSizes.map((size) => written(table, list, { length, size, folder }))] as const
  })
  source.close()
  const lines = [...growing, ...scattered].map(([table, ...bytes]) => row(table, bytes))
  const sums = groupSizes.map((_, index) =>
    [...growing, ...scattered].reduce((sum, [, ...bytes]) => sum + bytes[index]!, 0),
  )
  const head = tableHead(['blocks in a group', ...groupSizes.map((size) => size.toLocaleString('en-US'))])
  return [head, ...lines, row('**all**', sums)].join('\n')
}

const row = (name: string, bytes: readonly number[]): string =>
  tableRow([name, ...bytes.map((count) => (count / 1_000).toFixed(2))])

function putsOf(source: Store, length: number): ReadonlyMap<TableName, Put[]> {
  const chain = openChain({ store: source, network: regtest, clock: () => 0 })
  const puts = new Map<TableName, Put[]>([...scatteredTables.keys()].map((table) => [table, []]))
  const add = (table: TableName, block: number, key: Uint8Array): void => {
    puts.get(table)!.push({ block, key, value: source.get(table, key)! })
  }
  for (let number = 1; number <= length; number++) {
    const { hash, record, transactions } = chain.select(number)!
    add('serials', number, hash)
    add('states', number, record.stateRoot)
    for (const transaction of transactions) add('transactions', number, transaction.hash)
  }
  for (const { block, key } of postings(source, length)) add('logIndex', block, key)
  return puts
}

/** Blocks that put the postings: each with a log of the term, and for participants the last one of a stretch. */
function* postings(source: Reader, length: number): Generator<{ block: number; key: Uint8Array }> {
  for (const { key, value } of source.range('logIndex')) {
    const first = firstOf(stretchOfKey(key))
    const offsets = key[0] === participantKind ? [stretchBlocks - 1] : offsetsOf(key, value)
    for (const offset of offsets) if (first + offset <= length) yield { block: first + offset, key }
  }
}

function written(
  table: TableName,
  puts: readonly Put[],
  { length, size, folder }: { readonly length: number; readonly size: number; readonly folder: string },
): number {
  const path = join(folder, 'writes')
  mkdirSync(path)
  const store = storeAt(path, { tables: [table, 'meta'], flush: 'none' })
  const start = Math.max(0, length - groupSizes.at(-1)!)
  let next = 0
  const putUpTo = (block: number): void =>
    store.write((batch) => {
      for (; next < puts.length && puts[next]!.block <= block; next++)
        batch.put(table, puts[next]!.key, puts[next]!.value)
    })
  for (let block = 0; block < start; block += filling) putUpTo(Math.min(block + filling, start))
  const before = writtenBytes()
  for (let block = start; block < length; block += size) putUpTo(Math.min(block + size, length))
  const bytes = writtenBytes() - before
  store.close()
  rmSync(path, { recursive: true })
  return bytes / (length - start)
}

const storeAt = (path: string, options: Partial<Parameters<typeof openStore>[0]>): Store =>
  openStore({ network: regtest.name, genesisHash: genesisBlock(regtest).header.hash, path, ...options })

const writtenBytes = (): number => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
