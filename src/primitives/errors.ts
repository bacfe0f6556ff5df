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

/** The place of a damaged record in a store. */
export interface DamagedRecord {
  readonly table: string
  readonly key: Uint8Array
  /** Hash of the block to which the record belongs, if the reader knew it. */
  readonly block?: Uint8Array | undefined
  /** Key of the state under which the record, a long value, was read, if the reader knew it. */
  readonly stateKey?: Uint8Array | undefined
}

/** Stored data is not what was written: the disk or another program has changed it. */
export class DamagedData extends Error {
  override readonly name: string = 'DamagedData'
  readonly what: string
  /** Undefined when it is not known which record is damaged. */
  readonly record: DamagedRecord | undefined

  constructor(what: string, record?: DamagedRecord) {
    super(`data damaged: ${what} is not what was written; run "cambium verify", which says what to do`)
    this.what = what
    this.record = record
  }
}

/** The damaged record that a caught value names. */
export const recordOf = (error: unknown): DamagedRecord | undefined =>
  error instanceof DamagedData ? error.record : undefined

/** The message of a caught value. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
