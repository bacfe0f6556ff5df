import type { Command, Option } from '../../commandLine/command.ts'
import { exitCodes, UsageError } from '../../commandLine/errors.ts'
import { keyIdOf, keysOptions, withKeyring } from '../../keys/keyringAccess.ts'
import { spanMs } from '../../keys/moments.ts'
import { tellIssued } from '../../keys/tellIssued.ts'

const graceOption: Option = {
  name: 'grace',
  value: 'SPAN',
  summary: 'time during which the old secret stays valid: 30m, 12h, 7d (default zero)',
}

export const keysRotateCommand: Command = {
  name: 'keys rotate',
  operands: 'ID',
  description: `The id, the label, the grants and the usage of the key stay. With --grace the old secret stays valid
beside the new one for a while, so that clients can change it.`,
  examples: ['cambium keys rotate 0f3c5a9b1d2e --grace 24h --data chains'],
  options: [graceOption, ...keysOptions],

  async run(given, terminal) {
    const id = keyIdOf(given)
    const grace = given.options.get(graceOption.name)
    const graceMs = grace === undefined ? 0 : spanMs(grace)
    if (graceMs === undefined) throw new UsageError(`--grace ${grace} is not a span as 30m, 12h or 7d`)
    const issued = await withKeyring(given, (keyring) => keyring.rotate(id, graceMs))
    tellIssued(issued, given, terminal)
    return exitCodes.success
  },
}
