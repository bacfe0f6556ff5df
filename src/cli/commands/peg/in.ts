import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
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

export const pegInCommand: Command = {
  name: 'peg in',
  operands: 'BTC',
  description: `Pays from the wallet of the Bitcoin beside a running cambium dev --peg. --to names the account or contract
that receives the RBTC. --from pays with the key of an account of the chain instead, which then receives them.`,
  examples: ['cambium peg in 0.5 --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  options: [
    { name: 'to', value: 'ADDRESS', summary: 'account or contract that receives the RBTC' },
    { name: 'from', value: 'ADDRESS', summary: 'account whose key pays on Bitcoin' },
    { name: 'refund', value: 'ADDRESS', summary: 'Bitcoin address for a refund; needs --to' },
    noWaitOption,
    urlOption,
    jsonOption,
  ],

  async run(given, terminal) {
    const { options } = given
    const request = {
      satoshis: satoshisOf(given.operands[0]),
      ...(options.has('to') && { to: options.get('to') }),
      ...(options.has('from') && { from: options.get('from') }),
      ...(options.has('refund') && { refundAddress: options.get('refund') }),
    }
    const answer = await askPeg(given, 'peg_in', request)
    if (printedAsJson(given, terminal, answer)) return exitCodes.success
    const { bitcoinTransaction, receiver, satoshis, minimum } = answer
    terminal.print(`Bitcoin transaction ${bitcoinTransaction} pays ${bitcoins(satoshis)} to the federation`)
    terminal.print(receiver === null ? 'Its sender has no account' : `The RBTC go to ${receiver}`)
    if (Number(satoshis) < Number(minimum)) {
      terminal.print(`This is below the minimum of ${bitcoins(minimum)}: the Bridge will not credit it`)
    }
    await follow(given, terminal, 'pegIns', String(bitcoinTransaction))
    return exitCodes.success
  },
}
