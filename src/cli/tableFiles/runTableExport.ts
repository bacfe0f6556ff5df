import type { Chain } from '../../chain/chain.ts'
import { MissingHistory } from '../../chain/storage/chainStart.ts'
import { stateTables } from '../../chain/storage/stateTables.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { suggestion } from '../../primitives/nearest.ts'
import { wholeNumber } from '../../settings/valueTypes.ts'
import type { Reader } from '../../store/store.ts'
import { TraceError } from '../../tracing/output/traceError.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { numberOption } from '../commandLine/numberOption.ts'
import { networkOf } from '../configuration/networkOption.ts'
import { readableStore, requiredData, withChain } from '../dataFolder/dataFolder.ts'
import { counted, plural } from '../terminal/quantities.ts'
import { stoppable } from '../terminal/stoppable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type BlockRange, ExportFolder } from './exportFolder.ts'
import { type ExportSummary, exportTables } from './exportTables.ts'
import type { Table } from './table.ts'
import { formats } from './tableFile.ts'
import { tables } from './tables.ts'

const defaultChunk = 1000
const maximumChunk = 1_000_000

const tableNames = tables.map(({ name }) => name)
const formatNames = [...formats.keys()]

export const tableOptions: readonly Option[] = [
  { name: 'out', value: 'DIR', summary: 'write files to this folder, instead of blocks to FILE' },
  { name: 'format', value: 'NAME', summary: `with --out: ${formatNames.join(', ')} (default parquet)` },
  {
    name: 'table',
    value: 'NAMES',
    isRepeatable: true,
    summary: `with --out: ${tableNames.join(', ')} (default all but traces)`,
  },
  {
    name: 'chunk',
    value: 'BLOCKS',
    summary: `with --out: blocks per file (default ${counted(defaultChunk)})`,
  },
]

export const isTableExport = ({ options }: GivenWords): boolean =>
  tableOptions.some(({ name }) => options.has(name))

/** `cambium export --out DIR` */
export async function runTableExport(given: GivenWords, terminal: Terminal): Promise<number | undefined> {
  const out = checkedFolder(given)
  const wanted = wantedTables(given)
  const format = wantedFormat(given)
  const chunk = wantedChunk(given)
  const network = networkOf(given)
  const from = numberOption(given, 'from') ?? 0
  const to = numberOption(given, 'to')
  const store = readableStore(requiredData(given), network)
  return withChain(store, network, async (chain) => {
    const range = checkedRange({ from, to: to ?? chain.head.number }, chain)
    requireStored(range, wanted, chain, store)
    const genesis = toHex(chain.select(0)!.hash)
    const folder = new ExportFolder(out, { network: network.name, genesis, chunk })
    const total = range.to - range.from + 1
    const stopped = await stoppable(terminal, async (show) => {
      const onBlock = (number: number): void =>
        show({ what: 'blocks written', done: Math.max(0, number - range.from), total })
      const summary = await exportTables({ chain, folder, tables: wanted, format, range, chunk, onBlock })
      terminal.print(summaryOf(summary, range, out))
      terminal.print(`last ${range.to} ${toHex(chain.select(range.to)!.hash)}`)
    }).catch((error: unknown) => {
      throw explained(error, out)
    })
    if (stopped !== undefined)
      terminal.note('stopped; the same command continues with the files that are missing')
    return stopped
  })
}

function checkedFolder({ operands, options }: GivenWords): string {
  const out = options.get('out')
  if (out === undefined || out === '') {
    throw new UsageError('--out DIR is missing: which folder gets the files of the tables?')
  }
  if (operands.length === 0) return out
  throw new UsageError(`export writes blocks to ${operands[0]} or tables to --out ${out}: give one of both`)
}

function wantedTables({ options }: GivenWords): readonly Table[] {
  const given = options.get('table')
  if (given === undefined) return tables.filter(({ name }) => name !== 'traces')
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !tableNames.includes(name))
  if (unknown === undefined) return tables.filter(({ name }) => names.includes(name))
  const known = `(known: ${tableNames.join(', ')})`
  throw new UsageError(`unknown table "${unknown}"${suggestion(unknown, tableNames)} ${known}`)
}

function wantedFormat({ options }: GivenWords): string {
  const format = options.get('format') ?? 'parquet'
  if (formats.has(format)) return format
  const known = `(known: ${formatNames.join(', ')})`
  throw new UsageError(`unknown format "${format}"${suggestion(format, formatNames)} ${known}`)
}

/** Blocks per file. */
function wantedChunk({ options }: GivenWords): number {
  const text = options.get('chunk')
  if (text === undefined) return defaultChunk
  const chunk = wholeNumber(text)
  if (chunk !== undefined && chunk >= 1 && chunk <= maximumChunk) return chunk
  throw new UsageError(`--chunk ${text} is not a number of blocks from 1 to ${counted(maximumChunk)}`)
}

export function checkedRange(range: BlockRange, { head }: Chain): BlockRange {
  if (range.to > head.number) {
    throw new CommandFailure(`there is no block ${range.to}: the head is block ${head.number}`)
  }
  if (range.from > range.to) throw new UsageError(`--from ${range.from} lies after --to ${range.to}`)
  return range
}

/** The genesis block is always stored, and has neither receipts nor calls. */
function requireStored(
  { from, to }: BlockRange,
  wanted: readonly Table[],
  chain: Chain,
  store: Reader,
): void {
  const { lowest, number: started } = chain.start ?? { lowest: 1, number: 0 }
  const { firstKept } = stateTables(store)
  const first = { blocks: lowest, receipts: started + 1, states: Math.max(started, firstKept) + 1 }
  const missing = wanted.find(({ needs }) => to >= 1 && Math.max(1, from) < first[needs])
  if (missing === undefined) return
  const { name, needs } = missing
  const reason =
    needs === 'states' && firstKept > started
      ? `the states of blocks before ${firstKept} are pruned`
      : `this node started at the state of block ${started}`
  const advice =
    first[needs] > chain.head.number ? '' : `; its first block is ${first[needs]}: add --from ${first[needs]}`
  throw new CommandFailure(
    `the table ${name} cannot be written from block ${Math.max(1, from)} on: ${reason}${advice}`,
  )
}

const summaryOf = ({ written, rows, kept }: ExportSummary, { from, to }: BlockRange, out: string): string =>
  `${plural(written, 'file')} with ${plural(rows, 'row')} (blocks ${from} to ${to}) written to ${out}` +
  (kept === 0 ? '' : `; ${plural(kept, 'file')} finished before`)

/** What a node does not have, and what the disk refuses, is a problem of the user. */
function explained(error: unknown, out: string): unknown {
  if (error instanceof TraceError || error instanceof MissingHistory) return new CommandFailure(error.message)
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem ? new CommandFailure(`${out} cannot be written: ${reasonOf(error)}`) : error
}
