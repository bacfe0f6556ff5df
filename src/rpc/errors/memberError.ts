import { RpcError } from './errors.ts'

/**
 * A mistake in a member of a parameter. Where the reference node has a message, it does not tell the member; `named` is
 * the same error with it.
 */
export class MemberError extends RpcError {
  /** The member's place in the parameter, such as `calls[1].from`. */
  readonly path: string
  readonly #problem: string

  constructor(code: number, problem: string, path: string, message = problem) {
    super(code, message)
    this.path = path
    this.#problem = problem
  }

  get named(): MemberError {
    return this.#at(this.path)
  }

  /** The error of a larger value, in which this one's value is called `name`. */
  within(name: string): MemberError {
    return this.#at(`${name}.${this.path}`)
  }

  #at(path: string): MemberError {
    return new MemberError(this.code, this.#problem, path, `invalid argument ${path}: ${this.#problem}`)
  }
}

/** Decodes a member; its error names the member. */
export function namedMember<T>(name: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw nameMistake(name, error)
  }
}

/** The error of a mistake in a member, with its name. */
export function nameMistake(name: string, error: unknown): unknown {
  if (error instanceof MemberError) return error.within(name)
  if (!(error instanceof RpcError)) return error
  return new MemberError(error.code, error.message.replace(/^invalid argument: /, ''), name).named
}
