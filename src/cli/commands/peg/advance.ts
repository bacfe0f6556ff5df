import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { askPeg, jsonOption, printedAsJson, urlOption } from './pegClient.ts'

export const pegAdvanceCommand: Command = {
  name: 'peg advance',
  operands: '[step|all]',
  description: 'With step, until something under way has come one stage further.',
  examples: ['cambium peg advance', 'cambium peg advance step'],
  options: [urlOption, jsonOption],

  async run(given, terminal) {
    const answer = await askPeg(given, 'peg_advance', ...given.operands.slice(0, 1))
    if (printedAsJson(given, terminal, answer)) return exitCodes.success
    const { bitcoinBlocks, rootstockBlocks } = answer
    terminal.print(`Mined ${bitcoinBlocks} Bitcoin blocks and ${rootstockBlocks} Rootstock blocks`)
    return exitCodes.success
  },
}
