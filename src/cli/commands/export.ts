import type { Chain } from '../../chain/chain.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import { encodeBlock } from '../../protocol/block.ts'
import { isTaken, writeBlockFile } from '../blockFiles/writeBlockFile.ts'
import type { Command, GivenWords } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { numberOption } from '../commandLine/numberOption.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, readableStore, requiredData, withChain } from '../dataFolder/dataFolder.ts'
import type { BlockRange } from '../tableFiles/exportFolder.ts'
import { checkedRange, isTableExport, runTableExport, tableOptions } from '../tableFiles/runTableExport.ts'
import { plural } from '../terminal/quantities.ts'
import { stoppable } from '../terminal/stoppable.ts'
import type { Terminal } from '../terminal/terminal.ts'

const exportCommand: Command = {
  name: 'export',
  operands: 'FILE | --out DIR',
  description: `With FILE, write the blocks to one file for cambium import: compact, binary, compressed if its name ends in .gz or .br. The file
names its network and genesis block and marks its end, so that an import detects a file of another
chain and a truncated file. An existing file is never overwritten, and Ctrl-C removes the incomplete one.

With --out DIR, write tables of the chain to files for databases and scripts, one per table and 1,000 blocks:
DIR/NETWORK__TABLE__00000000_to_00000999.parquet. Columns have the names of cryo and ethereum-etl. A file gets its name when it
is complete; the same command continues after an interruption, and writes files again whose blocks were
reorganised. Traces are computed by executing the blocks.

A node may use the folder meanwhile. A local chain with its own upgrade heights is opened with the same --upgrades and --upgrade.`,
  examples: [
    'cambium export regtest.blocks --data chains',
    'cambium export old.blocks.gz --from 1 --to 5000 --network testnet --data /var/lib/cambium',
    'cambium export --out files --table blocks,logs --network mainnet --data /var/lib/cambium',
    'cambium export --out files --format csv --table traces --from 7000000 --to 7000999 --network mainnet --data chains',
  ],
  options: [
    ...networkOptions,
    dataOption,
    { name: 'from', value: 'NUMBER', summary: 'first block (default 1, with --out 0)' },
    { name: 'to', value: 'NUMBER', summary: 'last block (default the head)' },
    ...tableOptions,
  ],

  run(given, terminal) {
    return isTableExport(given) ? runTableExport(given, terminal) : runBlockExport(given, terminal)
  },
}

export const commands = [exportCommand]

async function runBlockExport(given: GivenWords, terminal: Terminal): Promise<number | undefined> {
  const [path, ...others] = given.operands
  if (path === undefined || others.length > 0) throw new UsageError('export needs one FILE, or --out DIR')
  const network = networkOf(given)
  const from = numberOption(given, 'from') ?? 1
  if (from < 1) throw new UsageError('--from is at least 1: the genesis block is part of the network')
  const to = numberOption(given, 'to')
  return withChain(readableStore(requiredData(given), network), network, async (chain) => {
    if (chain.head.number === 0)
      throw new CommandFailure('the chain has no block after its genesis to export')
    const range = checkedRange({ from, to: to ?? chain.head.number }, chain)
    let count = 0
    const stopped = await stoppable(terminal, async (show) => {
      count = await write(path, chain, watchedBlocks(chain, range, show))
    })
    if (stopped !== undefined) terminal.note('stopped; the incomplete file is removed')
    else {
      terminal.print(`${plural(count, 'block')} (${range.from} to ${range.to}) written to ${path}`)
      terminal.print(`last ${range.to} ${toHex(chain.select(range.to)!.hash)}`)
    }
    return stopped
  })
}

/** The blocks of the best chain, each the parent of the next. */
function* watchedBlocks(
  chain: Chain,
  { from, to }: BlockRange,
  show: (step: WorkStep) => void,
): Generator<Uint8Array> {
  const total = to - from + 1
  let last: Hash | undefined
  for (let number = from; number <= to; number++) {
    show({ what: 'blocks written', done: number - from, total })
    const block = chain.select(number)
    const follows = block && (last === undefined || equalBytes(block.header.parentHash, last))
    if (!follows) {
      throw new CommandFailure(
        `the chain was reorganised at block ${number} during the export: run the export again`,
      )
    }
    last = block.hash
    yield encodeBlock(block)
  }
}

async function write(path: string, chain: Chain, blocks: Iterable<Uint8Array>): Promise<number> {
  const { name } = chain.network
  const header = { network: name, genesisHash: chain.select(0)!.hash }
  try {
    return await writeBlockFile(path, header, blocks)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    const problem = isTaken(error) ? 'it exists; remove it or choose another name' : reasonOf(error)
    throw new CommandFailure(`${path} cannot be written: ${problem}`)
  }
}
