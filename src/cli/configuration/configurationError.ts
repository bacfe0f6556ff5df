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

/** The checks of a configuration, which reports what all of them refuse. */
export class Checks {
  readonly #problems: string[] = []

  /** The result of a check; undefined when it throws a `ConfigurationError`. */
  attempt<Result>(check: () => Result): Result | undefined {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      this.#problems.push(...error.problems)
      return undefined
    }
  }

  /** Throws for the problems of all attempts, and for these. */
  end(...found: readonly string[]): void {
    const problems = [...found, ...this.#problems]
    if (problems.length > 0) throw new ConfigurationError(problems)
  }
}
