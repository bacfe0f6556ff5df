import { commandSummaries } from './commandLine/commandSummaries.ts'
import { groupHelp, programHelp } from './commandLine/help.ts'

export interface QuickAnswerParts {
  readonly version: string
  /** The help of commands by their names, as the build has written it; empty when the program runs from its sources. */
  readonly helpTexts: () => Readonly<Record<string, string>>
}

const helpWords: readonly (string | undefined)[] = ['--help', '-h']

/** The answer to a command line for which the program need not be loaded. */
export function quickAnswer(
  words: readonly string[],
  { version, helpTexts }: QuickAnswerParts,
): string | undefined {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-v')) return version
  const name = helpedName(words)
  if (name === undefined) return undefined
  if (name === '') return programHelp(version, commandSummaries)
  const group = commandSummaries.filter((command) => command.name.startsWith(`${name} `))
  if (group.length > 0) return groupHelp(name, group)
  const isCommand = commandSummaries.some((command) => command.name === name)
  return isCommand ? helpTexts()[name] : undefined
}

/** The command that is to be explained, empty for the whole program; undefined when the words ask for something else. */
function helpedName(words: readonly string[]): string | undefined {
  if (words[0] === 'help') return words.slice(1).join(' ')
  return helpWords.includes(words.at(-1)) ? words.slice(0, -1).join(' ') : undefined
}
