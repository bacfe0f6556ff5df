import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'

/** Reads the members of a JSON object from outside; each error names the member. */
export class JsonObject {
  readonly #members: Map<string, unknown>
  readonly #where: string

  constructor(value: unknown, where: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new DecodeError(where, 'is not an object')
    }
    this.#members = new Map(Object.entries(value))
    this.#where = where
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  /** The name of a member in an error. */
  path(name: string): string {
    return `${this.#where}.${name}`
  }

  object(name: string): JsonObject {
    return new JsonObject(this.#members.get(name), this.path(name))
  }

  text(name: string): string {
    const value = this.#members.get(name)
    if (typeof value !== 'string') throw new DecodeError(this.path(name), 'is not a string')
    return value
  }

  /** Text that must be one of the choices. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.text(name)
    const choice = choices.find((each) => each === value)
    if (choice === undefined) throw new DecodeError(this.path(name), `is not ${choices.join(' or ')}`)
    return choice
  }

  /** A whole number from 0 to 2^53 - 1. */
  integer(name: string): number {
    const value = this.#members.get(name)
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw new DecodeError(this.path(name), 'is not a whole number')
    }
    return value
  }

  bytes(name: string, minimumLength: number, maximumLength = minimumLength): Uint8Array {
    const bytes = fromHex(this.text(name), this.path(name))
    if (bytes.length < minimumLength || bytes.length > maximumLength) {
      throw new DecodeError(this.path(name), `has ${bytes.length} bytes`)
    }
    return bytes
  }
}
