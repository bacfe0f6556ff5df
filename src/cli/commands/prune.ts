import type { Arguments, Command } from '../commandLine/command.ts'
import { exitCodes, UsageError } from '../commandLine/errors.ts'
import { wholeNumber } from '../commandLine/numberOption.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { dataOption, existingStore, requiredData } from '../dataFolder/dataFolder.ts'
import { removeOldStates, smallestHistory } from '../dataFolder/removeOldStates.ts'
import { upgradeTeller } from '../dataFolder/upgradeTeller.ts'

export const pruneCommand: Command = {
  name: 'prune',
  operands: '',
  description: `Keeps the states after the last --history blocks, and all blocks, receipts and logs. The node of the folder
must be stopped; a running node with the setting history does the same by itself. After a stop or a kill
the same command continues. The file does not become smaller, but its free pages are used again;
cambium compact makes it smaller.`,
  examples: ['cambium prune --history 20000 --network mainnet --data /var/lib/cambium'],
  options: [
    ...networkOptions,
    dataOption,
    { name: 'history', value: 'NUMBER', summary: 'blocks whose states are kept' },
  ],

  async run(given, terminal) {
    if (given.operands.length > 0) throw new UsageError('prune takes no operand')
    const history = historyOf(given)
    const network = networkOf(given)
    const store = existingStore(requiredData(given), network, upgradeTeller(terminal))
    try {
      const exitCode = await removeOldStates(store, network, history, terminal)
      if (exitCode !== undefined) terminal.note('stopped; the same command continues')
      return exitCode ?? exitCodes.success
    } finally {
      store.close()
    }
  },
}

function historyOf({ options }: Arguments): number {
  const text = options.get('history')
  if (text === undefined)
    throw new UsageError('prune needs --history NUMBER, the blocks whose states are kept')
  const history = wholeNumber(text)
  if (history !== undefined && history >= smallestHistory) return history
  throw new UsageError(`--history ${text} is not a number of blocks from ${smallestHistory} on`)
}
