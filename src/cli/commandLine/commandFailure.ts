/** Exit codes of the program. */
export const exitCodes = { success: 0, failure: 1, usage: 2 } as const

/** A failure of a command; the message is shown to the user. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure'
  readonly exitCode: number = exitCodes.failure
}

/** A failure whose message has already been written. */
export class ReportedFailure extends CommandFailure {
  override readonly name = 'ReportedFailure'
}

/** The command line or the configuration is wrong. */
export class UsageError extends CommandFailure {
  override readonly name = 'UsageError'
  override readonly exitCode = exitCodes.usage
}
