/** Exit codes of the command: what scripts can tell apart. */
export const exitCodes = { success: 0, failure: 1, usage: 2 } as const

/** Why a command ends without success; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure'
  readonly exitCode: number = exitCodes.failure
}

/** The command line itself is wrong. */
export class UsageError extends CommandFailure {
  override readonly name = 'UsageError'
  override readonly exitCode = exitCodes.usage
}

/** What the system says about a failed file operation, without the stack. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
