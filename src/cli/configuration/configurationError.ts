import { UsageError } from '../errors.ts'

const mostTold = 20

/** Everything that is wrong with a configuration, so that it can be put right in one go. */
export class ConfigurationError extends UsageError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const more = problems.length - mostTold
    const lines = [...problems.slice(0, mostTold), ...(more > 0 ? [`… and ${more} more`] : [])]
    super(lines.join('\n         '))
    this.problems = problems
  }
}
