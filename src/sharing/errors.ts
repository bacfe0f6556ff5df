/**
 * Why shared state cannot be used. `away`: no primary answers in time, which may pass. The others need the operator:
 * `address`: the address is wrong; `refused`: the server refuses the user, the certificate or a command; `format`: the
 * data is of another version; `damaged`: a value is not what this program writes.
 */
export type SharingProblem = 'away' | 'address' | 'refused' | 'format' | 'damaged'

/** The message never contains a password. */
export class SharingError extends Error {
  override readonly name = 'SharingError'
  readonly problem: SharingProblem

  constructor(problem: SharingProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

export const isAwayError = (error: unknown): boolean =>
  error instanceof SharingError && error.problem === 'away'
