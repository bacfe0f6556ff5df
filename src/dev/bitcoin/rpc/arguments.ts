import { fromHex } from '../../../primitives/hex.ts'
import { type BitcoinErrorCode, bitcoinError } from '../bitcoinError.ts'
import { isObject, type Json, type JsonObject, type JsonType, typeOfJson } from './json.ts'

/** A parameter of a method; the last ones may be left out. */
export interface Parameter {
  readonly name: string
  /** Undefined for a value of any type. */
  readonly types?: readonly JsonType[]
  readonly isOptional?: boolean
}

const hashDigits = 64

/** The checked parameters of a call, by name. */
export class Arguments {
  readonly #values: ReadonlyMap<string, Json>

  constructor(values: ReadonlyMap<string, Json>) {
    this.#values = values
  }

  /** Undefined for a parameter that is left out or null. */
  get(name: string): Json | undefined {
    return this.#values.get(name) ?? undefined
  }

  text(name: string, fallback = ''): string {
    const value = this.get(name)
    return typeof value === 'string' ? value : fallback
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.get(name)
    return typeof value === 'boolean' ? value : fallback
  }

  list(name: string): readonly Json[] {
    const value = this.get(name)
    return Array.isArray(value) ? value : []
  }

  object(name: string): JsonObject {
    const value = this.get(name)
    return isObject(value) ? value : {}
  }

  /** An integer of 32 bits. */
  integer(name: string, fallback: number): number {
    const value = this.get(name)
    return value === undefined ? fallback : integerOf(value)
  }

  /** A hash in printed order, in hex digits. */
  hash(name: string): string {
    return hashOf(this.get(name), name)
  }

  hex(name: string, code: BitcoinErrorCode, message: string): Uint8Array {
    const text = this.text(name)
    if (!/^([0-9a-f]{2})*$/i.test(text)) throw bitcoinError(code, message)
    return fromHex(text)
  }
}

export function integerOf(value: Json | undefined): number {
  if (typeof value !== 'number') {
    throw bitcoinError('type', `JSON value of type ${typeOfJson(value)} is not of expected type number`)
  }
  if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 31) {
    throw bitcoinError('misc', 'JSON integer out of range')
  }
  return value
}

export function hashOf(value: Json | undefined, name: string): string {
  const text = typeof value === 'string' ? value : ''
  if (text.length !== hashDigits) {
    const shown = text.slice(0, 100)
    throw bitcoinError(
      'invalidParameter',
      `${name} must be of length ${hashDigits} (not ${text.length}, for '${shown}')`,
    )
  }
  if (!/^[0-9a-f]*$/i.test(text)) {
    throw bitcoinError('invalidParameter', `${name} must be hexadecimal string (not '${text}')`)
  }
  return text.toLowerCase()
}
