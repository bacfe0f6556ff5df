import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { progressText } from './follow.ts'
import { askPeg, bitcoins, jsonOption, listIn, printedAsJson, urlOption } from './pegClient.ts'

export const pegStatusCommand: Command = {
  name: 'peg status',
  operands: '[ID]',
  description:
    'ID is a transaction of Bitcoin or of Rootstock; without it everything of the last blocks is shown.',
  examples: ['cambium peg status'],
  options: [urlOption, jsonOption],

  async run(given, terminal) {
    const answer = await askPeg(given, 'peg_status', ...given.operands.slice(0, 1))
    if (printedAsJson(given, terminal, answer)) return exitCodes.success
    const { bitcoinHeight, rootstockHeight } = answer
    terminal.print(`Bitcoin block ${bitcoinHeight}, Rootstock block ${rootstockHeight}`)
    for (const item of listIn(answer, 'pegIns')) {
      const { bitcoinTransaction, satoshis } = item
      terminal.print(`Peg-in of ${bitcoins(satoshis)}, ${bitcoinTransaction}\n${progressText(item)}`)
    }
    for (const item of listIn(answer, 'pegOuts')) {
      const { transaction } = item
      terminal.print(`Peg-out ${transaction}\n${progressText(item)}`)
    }
    for (const item of listIn(answer, 'transactions')) {
      const { bitcoinTransaction, unsignedTransaction } = item
      const id = bitcoinTransaction ?? unsignedTransaction
      terminal.print(`Transaction of the federation ${id}\n${progressText(item)}`)
    }
    return exitCodes.success
  },
}
