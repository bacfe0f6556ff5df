import type { Command } from '../../commandLine/command.ts'
import { exitCodes, UsageError } from '../../commandLine/errors.ts'
import { follow } from './follow.ts'
import {
  askPeg,
  bitcoins,
  jsonOption,
  noWaitOption,
  printedAsJson,
  satoshisOf,
  urlOption,
} from './pegClient.ts'

export const pegOutCommand: Command = {
  name: 'peg out',
  operands: 'BTC',
  description: `Sends RBTC to the Bridge. The bitcoins go to the address that belongs to the key of the account.`,
  examples: ['cambium peg out 0.1 --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  options: [
    { name: 'from', value: 'ADDRESS', summary: 'account of the chain that pays' },
    noWaitOption,
    urlOption,
    jsonOption,
  ],

  async run(given, terminal) {
    const from = given.options.get('from')
    if (from === undefined) throw new UsageError('name the account that pays: --from ADDRESS')
    const answer = await askPeg(given, 'peg_out', { satoshis: satoshisOf(given.operands[0]), from })
    if (printedAsJson(given, terminal, answer)) return exitCodes.success
    const { transaction, bitcoinAddress, satoshis } = answer
    terminal.print(
      `Transaction ${transaction} asks for ${bitcoins(satoshis)}, less the fee, at ${bitcoinAddress}`,
    )
    await follow(given, terminal, 'pegOuts', String(transaction))
    return exitCodes.success
  },
}
