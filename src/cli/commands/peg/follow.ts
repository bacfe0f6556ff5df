import type { Arguments } from '../../commandLine/command.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { askPeg, type Facts, listIn, noWaitOption } from './pegClient.ts'

const pollMs = 500
/** After this time without a new stage the command returns. */
const patienceMs = 300_000

const finalStages: ReadonlySet<unknown> = new Set([
  'credited',
  'rejected',
  'without-effect',
  'paid',
  'refused',
])

/** Prints each new stage of a peg-in or peg-out until it is final, unless blocks come on request only. */
export async function follow(
  given: Arguments,
  terminal: Terminal,
  list: 'pegIns' | 'pegOuts',
  id: string,
): Promise<void> {
  const { isAutomatic } = await askPeg(given, 'peg_bitcoin')
  if (given.options.has(noWaitOption.name)) return
  if (isAutomatic !== true) {
    terminal.print('Blocks come on request only: cambium peg advance')
    return
  }
  let last = ''
  let changedAt = Date.now()
  while (Date.now() - changedAt < patienceMs) {
    const [item] = listIn(await askPeg(given, 'peg_status', id), list)
    const text = item === undefined ? '' : progressText(item)
    if (text !== last) {
      terminal.print(text)
      last = text
      changedAt = Date.now()
    }
    if (item !== undefined && isFinal(item)) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  terminal.print('nothing has changed for five minutes: cambium peg status')
}

const isFinal = ({ stage }: Facts): boolean => finalStages.has(stage)

/** One line about a peg-in or a peg-out. */
export const progressText = ({ stage, next }: Facts): string => `  ${stage}: ${next}`
