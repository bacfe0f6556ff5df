import {
  AbiError,
  type AbiItem,
  type AbiParameter,
  type AbiType,
  abiType,
  headWords,
  isDynamic,
} from './abiType.ts'
import { selectorOf } from './signature.ts'

/** The data of a call. The values are texts as people type them; arrays and tuples are JSON. */
export const encodeCall = (item: AbiItem, texts: readonly string[]): `0x${string}` =>
  `${selectorOf(item) as `0x${string}`}${encodeTexts(item.inputs ?? [], texts)}`

/** Hex digits without 0x, for the parameters of a constructor. */
export function encodeTexts(parameters: readonly AbiParameter[], texts: readonly string[]): string {
  const types = parameters.map((parameter) => abiType(parameter))
  const values = types.map((type, index) => parsed(texts[index] ?? '', type, nameOf(parameters, index)))
  return encodeRow(types, values, parameters)
}

const nameOf = (parameters: readonly AbiParameter[], index: number): string =>
  parameters[index]?.name || `parameter ${index + 1}`

function parsed(text: string, type: AbiType, name: string): unknown {
  if (type.kind !== 'array' && type.kind !== 'tuple') return text
  try {
    // Large numbers lose digits as JSON numbers, so they are read as texts.
    return JSON.parse(text.replace(/(?<=[[,:\s])(-?\d{10,})(?=\s*[\],}])/g, '"$1"'))
  } catch {
    throw new AbiError(`${name} must be JSON, such as ["1", "2"]`)
  }
}

function encodeRow(
  types: readonly AbiType[],
  values: readonly unknown[],
  parameters: readonly AbiParameter[],
): string {
  let offset = types.reduce((sum, type) => sum + headWords(type), 0) * 32
  let heads = ''
  let tails = ''
  types.forEach((type, index) => {
    const encoded = encodeValue(type, values[index], nameOf(parameters, index))
    if (!isDynamic(type)) heads += encoded
    else {
      heads += word(BigInt(offset))
      tails += encoded
      offset += encoded.length / 2
    }
  })
  return heads + tails
}

function encodeValue(type: AbiType, value: unknown, name: string): string {
  if (type.kind === 'word') return encodeWord(type, String(value ?? '').trim(), name)
  if (type.kind === 'array') return encodeArray(type, value, name)
  if (type.kind === 'tuple') return encodeRow(type.types, partsOf(type.parts, value, name), type.parts)
  const digits =
    type.kind === 'string' ? utf8Digits(String(value ?? '')) : hexDigits(String(value ?? ''), name)
  return word(BigInt(digits.length / 2)) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

function encodeArray({ item, length }: AbiType & { kind: 'array' }, value: unknown, name: string): string {
  if (!Array.isArray(value)) throw new AbiError(`${name} must be a list`)
  if (length !== undefined && value.length !== length) throw new AbiError(`${name} must have ${length} items`)
  const names = value.map((_, index) => ({ type: '', name: `${name}[${index}]` }))
  const row = encodeRow(Array<AbiType>(value.length).fill(item), value, names)
  return length === undefined ? word(BigInt(value.length)) + row : row
}

/** The parts of a tuple, given as a list or by name. */
function partsOf(parts: readonly AbiParameter[], value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value) && value.length === parts.length) return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AbiError(`${name} must be a list or an object with ${parts.length} parts`)
  }
  const byName = new Map(Object.entries(value))
  return parts.map((part) => byName.get(part.name ?? ''))
}

function encodeWord({ base, size }: AbiType & { kind: 'word' }, text: string, name: string): string {
  if (base === 'bool') {
    if (!/^(true|false|0|1)$/.test(text)) throw new AbiError(`${name} must be true or false`)
    return word(text === 'true' || text === '1' ? 1n : 0n)
  }
  if (base === 'address') {
    if (!/^0x[0-9a-f]{40}$/i.test(text)) throw new AbiError(`${name} must be an address`)
    return word(BigInt(text))
  }
  if (base === 'bytes') {
    const digits = hexDigits(text, name)
    if (digits.length !== size * 2) throw new AbiError(`${name} must have ${size} bytes`)
    return digits.padEnd(64, '0')
  }
  return encodeInteger(base, size, text, name)
}

function encodeInteger(base: 'uint' | 'int', size: number, text: string, name: string): string {
  if (!/^-?(\d+|0x[0-9a-f]+)$/i.test(text)) throw new AbiError(`${name} must be a whole number`)
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
  const fitted = base === 'uint' ? BigInt.asUintN(size, value) : BigInt.asIntN(size, value)
  if (fitted !== value) throw new AbiError(`${name} does not fit ${base}${size}`)
  return word(BigInt.asUintN(256, value))
}

function hexDigits(text: string, name: string): string {
  const digits = /^0x((?:[0-9a-f]{2})*)$/i.exec(text.trim())?.[1]
  if (digits === undefined) throw new AbiError(`${name} must be bytes in hex, with 0x`)
  return digits.toLowerCase()
}

/** Hex digits of a text in UTF-8. */
export const utf8Digits = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
