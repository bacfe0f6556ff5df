/**
 * Why shared state cannot be used. `away`: no primary answers in time, which may pass. The others need the operator:
 * `address`: the address is wrong; `refused`: the server refuses the user, the certificate or a command; `format`: the
 * data is of another version; `damaged`: a value is not what this program writes; `package`: the client is not installed.
 */
export type SharingProblem = 'away' | 'address' | 'refused' | 'format' | 'damaged' | 'package'

/** The message never contains a password. */
export class SharingError extends Error {
  override readonly name = 'SharingError'
  readonly problem: SharingProblem
  /** The error that a server has replied, as `MOVED 12 host:6379`; undefined for failures of another kind. */
  readonly reply: string | undefined

  constructor(problem: SharingProblem, message: string, reply?: string) {
    super(message)
    this.problem = problem
    this.reply = reply
  }
}

export const isAwayError = (error: unknown): boolean =>
  error instanceof SharingError && error.problem === 'away'
