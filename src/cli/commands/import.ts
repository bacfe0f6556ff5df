import { setImmediate } from 'node:timers/promises'
import type { Chain } from '../../chain/chain.ts'
import { fillCalls, noteCallCoverage } from '../../chain/fillCalls.ts'
import { largeGroups } from '../../chain/importing/group.ts'
import { defaultIdleBytes, Preparation } from '../../chain/preparing/preparation.ts'
import { preparedAhead } from '../../chain/preparing/preparedAhead.ts'
import { toHex } from '../../primitives/hex.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { mebibytesIn, wholeNumber } from '../../settings/valueTypes.ts'
import type { Store } from '../../store/store.ts'
import type { ExportHeader } from '../blockFiles/exportFormat.ts'
import { importBlock } from '../blockFiles/importBlock.ts'
import { type BlockFile, bytesOfBlockFile, readBlockFile } from '../blockFiles/readBlockFile.ts'
import type { BlockInFile } from '../blockFiles/recordedBlock.ts'
import type { Command, GivenWords, Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import {
  defaultMemory,
  type MemoryBudget,
  type MemoryUsers,
  memoryBudget,
  memoryWarning,
  minimumMemory,
  preparingThreads,
} from '../configuration/memoryBudget.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOf, dataOption, explainFullDisk, withChain, writableStore } from '../dataFolder/dataFolder.ts'
import { ImportProgress } from '../terminal/importProgress.ts'
import { stoppable } from '../terminal/stoppable.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { minimumHistory, removeOldStates } from './prune.ts'

/** MiB. An import reads each block once, so it profits less from memory than a node. */
const maximumDefault = 1024
/** What a group writes is this part of the main thread's memory: as objects it takes up to three times as much. */
const groupPart = 16
const memoryUsers: MemoryUsers = { networks: 1, importing: 0, readers: 0, preparing: preparingThreads() }

const callsOption: Option = {
  name: 'index-calls',
  summary: 'record the calls inside transactions, also those of blocks that are stored without them',
}

const importCommand: Command = {
  name: 'import',
  operands: 'FILE…',
  description: `Every block is checked by all rules of the network and executed; its state and receipts must match the
roots of its header. Stored blocks are skipped, so the same command continues a stopped import. The
import ends at the first rejected block and keeps the blocks before it.

A FILE is a recording (one JSON object with the block's "rlp" per line, compressed with gzip or not) or an
export of cambium; /dev/stdin reads a pipe. Several files are imported in the order in which they are given.

A local chain with its own upgrade heights needs them here too (--upgrades FILE,
--upgrade NAME=HEIGHT). Without --data it is a dry run: the chain is in memory. Ctrl-C stops after the
current block.

The state after every block is kept, unless --history says after how many of the last blocks. The import
is then faster: like a node that catches up it saves one state for several blocks, and at its end it
removes the states before those. With --index-calls the calls are recorded with each block; blocks that
were stored without them are executed again at the end, before states are removed.`,
  examples: [
    'cambium import basic.jsonl.gz --data chains',
    'cambium import part-1.blocks part-2.blocks --network testnet --data /var/lib/cambium',
    'curl -fsS https://blocks.example.org/1.blocks.gz | cambium import /dev/stdin --network mainnet --data /var/lib/cambium',
    'cambium import basic.jsonl.gz              # a dry run',
    'cambium import old.jsonl.gz --upgrades old.activations.json --data chains',
  ],
  options: [
    ...networkOptions,
    dataOption,
    {
      name: 'history',
      value: 'archive|NUMBER',
      summary: 'keep the states of this many last blocks; archive, the default, keeps all',
    },
    callsOption,
    {
      name: 'memory',
      value: 'MIB',
      summary: 'stay near this much memory; a quarter of the machine up to 1024 by default',
    },
  ],

  async run(given, terminal) {
    const { operands } = given
    if (operands.length === 0) throw new UsageError('import needs at least one FILE')
    const history = historyOf(given)
    const recordsCalls = given.options.has(callsOption.name)
    const { total, main, chain: memory } = memoryOf(given)
    const warning = memoryWarning(total)
    if (warning !== undefined) terminal.note(warning)
    const network = networkOf(given)
    const data = dataOf(given)
    const preparation = new Preparation({
      network,
      onError: (error) => process.emitWarning(String(error)),
    })
    try {
      const header = { network: network.name, genesisHash: genesisBlock(network).header.hash }
      const bytes = operands.reduce((sum, path) => sum + bytesOfBlockFile(path), 0)
      if (data === undefined) terminal.note('dry run: without --data DIR the chain is kept in memory only')
      // The threads start while this one opens the store.
      if (bytes > defaultIdleBytes) preparation.start()
      const store = writableStore(data, network)
      const signalled = await withChain(
        store,
        network,
        async (chain) => {
          const unfollow = recordsCalls ? noteCallCoverage(chain, store, 1) : () => {}
          let exitCode = await importFiles(chain, { paths: operands, header, bytes, preparation }, terminal)
          unfollow()
          if (recordsCalls) exitCode ??= await recordOlderCalls(store, network, terminal)
          if (history !== undefined) exitCode ??= await removeOldStates(store, network, history, terminal)
          return exitCode
        },
        {
          keepsEveryState: history === undefined,
          recordsCalls,
          memory,
          groupLimits: { ...largeGroups, bytes: Math.min(largeGroups.bytes, Math.floor(main / groupPart)) },
        },
      )
      if (signalled === undefined) return undefined
      terminal.note(data === undefined ? 'stopped' : 'stopped; the same command continues')
      return signalled
    } catch (error) {
      throw data === undefined ? error : explainFullDisk(error, data)
    } finally {
      preparation.close()
    }
  },
}

export const commands = [importCommand]

function memoryOf(given: GivenWords): MemoryBudget {
  const text = given.options.get('memory')
  if (text === undefined)
    return memoryBudget(Math.min(maximumDefault, defaultMemory(memoryUsers)), memoryUsers)
  const memory = mebibytesIn(text)
  if (memory === undefined)
    throw new UsageError(`--memory ${text} is not an amount of MiB such as 1024 or 1G`)
  const needed = minimumMemory(memoryUsers)
  if (memory < needed) throw new UsageError(`--memory must be at least ${needed} MiB`)
  return memoryBudget(memory, memoryUsers)
}

/** Undefined when all states are kept. */
function historyOf(given: GivenWords): number | undefined {
  const text = given.options.get('history')
  if (text === undefined || text === 'archive') return undefined
  const history = wholeNumber(text)
  if (history !== undefined && history >= minimumHistory) return history
  throw new UsageError(`--history ${text} is not "archive" or a number of blocks from ${minimumHistory} on`)
}

interface Files {
  readonly paths: readonly string[]
  readonly header: ExportHeader
  /** Of all files together. */
  readonly bytes: number
  readonly preparation: Preparation
}

/** Returns the exit code of the signal that stopped the import; undefined for a complete import. */
async function importFiles(chain: Chain, files: Files, terminal: Terminal): Promise<number | undefined> {
  const stop = new StopRequest()
  const progress = new ImportProgress(terminal, files.bytes, () => performance.now())
  try {
    await importBlocks(chain, files, progress, stop)
  } finally {
    stop.forget()
    saveAndReport(chain, progress, terminal)
  }
  return stop.exitCode
}

/** Returns the exit code of the signal that stopped it; undefined at the end. */
const recordOlderCalls = (store: Store, network: Network, terminal: Terminal): Promise<number | undefined> =>
  stoppable(terminal, async (show) => {
    for (const { filled, last } of fillCalls(store, network)) {
      show({ what: 'older blocks with their calls recorded', done: filled, total: last })
      await setImmediate()
    }
  })

/** Prints the head even when the last group cannot be stored: the same command continues there. */
function saveAndReport(chain: Chain, progress: ImportProgress, terminal: Terminal): void {
  try {
    chain.saveGroup()
  } finally {
    terminal.print(progress.finish())
    terminal.print(`head ${chain.head.number} ${toHex(chain.head.hash)}`)
  }
}

async function importBlocks(
  chain: Chain,
  { paths, header, preparation }: Files,
  progress: ImportProgress,
  stop: StopRequest,
): Promise<void> {
  let bytesBefore = 0
  for (const [index, path] of paths.entries()) {
    const file = readBlockFile(path, header)
    const onEnd = (): void => {
      if (index === paths.length - 1) preparation.finish()
    }
    for await (const prepared of preparedAhead(withPositions(file, onEnd), preparation)) {
      const { block, isStoredBefore } = importBlock(prepared, chain, path)
      progress.add(block, bytesBefore + prepared.item.bytesRead, isStoredBefore)
      // Signals are delivered between turns of the event loop.
      await setImmediate()
      if (stop.exitCode !== undefined) return
    }
    bytesBefore += file.bytesRead()
  }
}

/** Blocks are read ahead of their import, so the position in the file is that of the block. */
async function* withPositions(
  file: BlockFile,
  onEnd: () => void,
): AsyncGenerator<BlockInFile & { bytesRead: number }> {
  for await (const recorded of file.blocks) yield { ...recorded, bytesRead: file.bytesRead() }
  onEnd()
}
