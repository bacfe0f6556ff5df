import { setImmediate } from 'node:timers/promises'
import { pruneStates } from '../../chain/pruning/pruneStates.ts'
import { Blocks } from '../../chain/storage/blocks.ts'
import { stateTables } from '../../chain/storage/stateTables.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { wholeNumber } from '../../settings/valueTypes.ts'
import type { Store } from '../../store/store.ts'
import type { Command, GivenWords } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, existingStore, requiredData } from '../dataFolder/dataFolder.ts'
import { stoppable } from '../terminal/stoppable.ts'
import type { Terminal } from '../terminal/terminal.ts'

const pruneCommand: Command = {
  name: 'prune',
  description: `Keep the states after the last --history blocks, and all blocks, receipts and logs. The node of the folder
must be stopped; a running node with the setting history does the same. After a stop or a kill
the same command continues. The file does not become smaller, but its free pages are used again;
cambium compact makes it smaller.`,
  examples: ['cambium prune --history 20000 --network mainnet --data /var/lib/cambium'],
  options: [
    ...networkOptions,
    dataOption,
    { name: 'history', value: 'NUMBER', summary: 'keep the states of this many last blocks' },
  ],

  async run(given, terminal) {
    const history = historyOf(given)
    const network = networkOf(given)
    const store = existingStore(requiredData(given), network)
    try {
      const exitCode = await removeOldStates(store, network, history, terminal)
      if (exitCode !== undefined) terminal.note('stopped; the same command continues')
      return exitCode
    } finally {
      store.close()
    }
  },
}

export const commands = [pruneCommand]

function historyOf({ options }: GivenWords): number {
  const text = options.get('history')
  if (text === undefined)
    throw new UsageError('prune needs --history NUMBER, the blocks whose states are kept')
  const history = wholeNumber(text)
  if (history !== undefined && history >= minimumHistory) return history
  throw new UsageError(`--history ${text} is not a number of blocks from ${minimumHistory} on`)
}

export const minimumHistory = 1

/** Keeps the states of the last blocks. Returns the exit code of the signal that stopped it; undefined at the end. */
export function removeOldStates(
  store: Store,
  network: Network,
  history: number,
  terminal: Terminal,
): Promise<number | undefined> {
  const before = stateTables(store).firstKept
  return stoppable(terminal, async (show) => {
    for (const step of pruneStates(store, network, history)) {
      show(step)
      await setImmediate()
    }
    for (const line of outcome(store, network, history, before)) terminal.print(line)
  })
}

/** The lines of the summary; they give the reason when states stay. */
function outcome(store: Store, network: Network, history: number, before: number): string[] {
  const { firstKept } = stateTables(store)
  const kept = `states are kept from block ${firstKept} on`
  const head = new Blocks(store, network).head.number
  const wanted = head - history + 1
  if (firstKept === before) {
    const reason =
      wanted <= 0
        ? `the chain ends at block ${head}, within the last ${history}`
        : `no state between block ${before} and block ${wanted} is saved`
    return [kept, before > 0 && before >= wanted ? 'nothing was removed' : `nothing was removed: ${reason}`]
  }
  const earlier = `the state of block ${wanted} is not saved, so those from block ${firstKept} on stay`
  return [
    kept,
    ...(firstKept < wanted ? [earlier] : []),
    'the file has not become smaller: its free pages are used again, or cambium compact removes them',
  ]
}
