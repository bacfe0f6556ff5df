import { commandSummaries } from './commandLine/commandSummaries.ts'
import { programHelp } from './commandLine/help.ts'

/** The answer to a command line that needs no more than the list of commands; the program need not be loaded for it. */
export function quickAnswer(words: readonly string[], version: string): string | undefined {
  if (words.length !== 1) return undefined
  switch (words[0]) {
    case '--version':
    case '-v':
      return version
    case '--help':
    case '-h':
    case 'help':
      return programHelp(version, commandSummaries)
    default:
      return undefined
  }
}
