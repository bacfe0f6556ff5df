import { scriptOfReceiver } from '../../../bitcoin/scripts/receivers.ts'
import { maximumMoney, satoshisPerBitcoin } from '../../../bitcoin/transactions/transactionRules.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { type BitcoinErrorCode, bitcoinError } from '../bitcoinError.ts'
import { regtestReceivers } from '../chain/regtest.ts'

/** Values of JSON as `JSON.parse` gives them. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }
export type JsonObject = { readonly [name: string]: Json | undefined }

export type JsonType = 'null' | 'bool' | 'number' | 'string' | 'array' | 'object'

/** The name of a value's type in the messages of Bitcoin Core. */
export function typeOfJson(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'string' : 'object'
}

export const isObject = (value: unknown): value is JsonObject => typeOfJson(value) === 'object'

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

/** The script of an address that a client names. */
export function checkedScript(address: string, problem: string): Uint8Array {
  const script = scriptOfReceiver(address, regtestReceivers)
  if (!script) throw bitcoinError('invalidAddressOrKey', problem)
  return script
}

/** A level of detail; older clients send true or false. */
export function verbosityOf(value: Json | undefined, fallback: number): number {
  if (value === undefined) return fallback
  return typeof value === 'boolean' ? Number(value) : integerOf(value)
}

const amountPattern = /^(-?)(\d{1,15})(?:\.(\d{1,8})0*)?$/

/** Satoshis of an amount in bitcoins, given as a number or as text with at most eight decimal places. */
export function satoshisOf(value: Json | undefined): bigint {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw bitcoinError('type', 'Amount is not a number or string')
  }
  const [, sign, whole, fraction = ''] = amountPattern.exec(textOf(value)) ?? []
  if (whole === undefined) throw bitcoinError('type', 'Invalid amount')
  const satoshis = BigInt(whole) * satoshisPerBitcoin + BigInt(fraction.padEnd(8, '0'))
  if (sign === '-' || satoshis > maximumMoney) throw bitcoinError('type', 'Amount out of range')
  return satoshis
}

/** A number with more than eight decimal places is not an amount. */
function textOf(value: number | string): string {
  if (typeof value === 'string') return value
  const text = value.toFixed(8)
  return Number(text) === value ? text : 'invalid'
}

/** Amounts are numbers in answers; 15 digits are exact. */
export const bitcoins = (satoshis: bigint): number => Number(satoshis) / 1e8
