import type { Command, Option } from '../../command.ts'
import { exitCodes, UsageError } from '../../errors.ts'
import { keyIdOf, keysOptions, withKeyring } from '../../keys/keyringAccess.ts'
import { spanMs } from '../../keys/moments.ts'
import { tellIssued } from '../../keys/tellIssued.ts'

const graceOption: Option = {
  name: 'grace',
  value: 'SPAN',
  summary: 'how long the old secret goes on working: 30m, 12h, 7d (default not at all)',
}

export const keysRotateCommand: Command = {
  name: 'keys rotate',
  operands: 'ID',
  summary: 'give an API key a new secret; it is shown once',
  description: `The id, the label and everything that the key may do stay as they are, and so does what it has spent.
With --grace the old secret works for a while beside the new one, so that clients can change over.`,
  examples: ['cambium keys rotate 0f3c5a9b1d2e --grace 24h --data chains'],
  options: [graceOption, ...keysOptions],

  async run(given, terminal) {
    const id = keyIdOf(given)
    const grace = given.options.get(graceOption.name)
    const graceMs = grace === undefined ? 0 : spanMs(grace)
    if (graceMs === undefined) throw new UsageError(`--grace ${grace} is no span as 30m, 12h or 7d`)
    const issued = await withKeyring(given, (keyring) => keyring.rotate(id, graceMs))
    tellIssued(issued, given, terminal)
    return exitCodes.success
  },
}
