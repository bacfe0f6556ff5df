/** An error with a code for programs and a message for people. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * A value from outside does not have the shape it must have. `where` names the value, outermost first
 * (`block.transactions[3].to`), `problem` says what is wrong with it.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly where: string
  readonly problem: string

  constructor(where: string, problem: string) {
    super(`${where}: ${problem}`)
    this.where = where
    this.problem = problem
  }
}

/** Stored data is not what was written: the disk or another program has changed it. */
export class DamagedData extends Error {
  override readonly name: string = 'DamagedData'
  readonly what: string

  constructor(what: string) {
    super(`data damaged: ${what} is not what was written; run "cambium verify", which says what to do`)
    this.what = what
  }
}

/** The message of a caught value. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
