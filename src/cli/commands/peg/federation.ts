import type { Command } from '../../commandLine/command.ts'
import { exitCodes, UsageError } from '../../commandLine/errors.ts'
import { askPeg, bitcoins, jsonOption, listIn, objectIn, printedAsJson, urlOption } from './pegClient.ts'

const roles = ['active', 'retiring', 'proposed', 'awaited'] as const

export const pegFederationCommand: Command = {
  name: 'peg federation',
  operands: '',
  description: `--change votes for a federation of new members. Its validation, its activation and the migration of the
bitcoins follow by themselves, or at once with cambium peg advance.`,
  examples: ['cambium peg federation', 'cambium peg federation --change 4'],
  options: [
    { name: 'change', value: 'MEMBERS', summary: 'vote for a federation of this many new members' },
    urlOption,
    jsonOption,
  ],

  async run(given, terminal) {
    const members = given.options.get('change')
    if (members !== undefined) {
      if (!/^\d{1,2}$/.test(members)) throw new UsageError('--change needs a number of members')
      await askPeg(given, 'peg_changeFederation', { members: Number(members) })
    }
    const answer = await askPeg(given, 'peg_federation')
    if (printedAsJson(given, terminal, answer)) return exitCodes.success
    const { satoshis, minimumPegIn, minimumPegOut } = answer
    for (const role of roles) {
      const federation = objectIn(answer, role)
      if (federation === undefined) continue
      const { address, format, required } = federation
      const list = listIn(federation, 'members')
      terminal.print(`${role}: ${address} (${format}, ${required} of ${list.length})`)
      for (const { name, account } of list) terminal.print(`  ${name ?? 'unknown member'} ${account}`)
    }
    terminal.print(`It holds ${bitcoins(satoshis)}`)
    terminal.print(`Smallest peg-in ${bitcoins(minimumPegIn)}, peg-out ${bitcoins(minimumPegOut)}`)
    return exitCodes.success
  },
}
