import { UsageError } from '../commandLine/commandFailure.ts'

/** Problems that the message lists; it counts the others. */
const maximumListed = 20

/** All problems of a configuration. */
export class ConfigurationError extends UsageError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const more = problems.length - maximumListed
    const lines = [...problems.slice(0, maximumListed), ...(more > 0 ? [`… and ${more} more`] : [])]
    super(lines.join('\n         '))
    this.problems = problems
  }
}
