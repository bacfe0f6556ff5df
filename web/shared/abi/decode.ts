import {
  AbiError,
  type AbiItem,
  type AbiParameter,
  type AbiType,
  abiType,
  headWords,
  isDynamic,
} from './abiType.ts'

/** A value as a page shows it. */
export interface Decoded {
  readonly name: string
  readonly type: string
  /** Undefined for values with parts. */
  readonly text?: string
  readonly parts?: readonly Decoded[]
}

/** Maximum values of one piece of data: hostile data can refer to the same bytes many times. */
const maximumValues = 20_000
const wordDigits = 64

interface Work {
  /** Hex digits without 0x. */
  readonly digits: string
  values: number
}

/** Throws `AbiError` for data that does not have these types. */
export function decodeParameters(parameters: readonly AbiParameter[], data: string): Decoded[] {
  const work = { digits: data.slice(2), values: 0 }
  const types = parameters.map((parameter) => abiType(parameter))
  return decodeRow(work, 0, parameters, types)
}

function decodeRow(
  work: Work,
  start: number,
  parameters: readonly AbiParameter[],
  types: readonly AbiType[],
): Decoded[] {
  let at = start
  return types.map((type, index) => {
    const { name = '', type: written } = parameters[index] ?? { type: '' }
    const place = isDynamic(type) ? start + offsetAt(work, at) : at
    at += headWords(type) * wordDigits
    return { name, type: written, ...decodeValue(work, place, type, written) }
  })
}

function decodeValue(work: Work, at: number, type: AbiType, written: string): Omit<Decoded, 'name' | 'type'> {
  work.values++
  if (work.values > maximumValues) throw new AbiError('the data holds too many values')
  if (type.kind === 'word') return { text: wordText(wordAt(work, at), type) }
  if (type.kind === 'tuple') return { parts: decodeRow(work, at, type.parts, type.types) }
  if (type.kind === 'array') return decodeArray(work, at, type, written)
  const bytes = bytesAt(work, at)
  return { text: type.kind === 'string' ? textOf(bytes) : `0x${bytes}` }
}

function decodeArray(work: Work, at: number, type: AbiType & { kind: 'array' }, written: string) {
  const isCounted = type.length === undefined
  const length = type.length ?? offsetAt(work, at) / 2
  const start = isCounted ? at + wordDigits : at
  if (length * headWords(type.item) * wordDigits > work.digits.length - start) {
    throw new AbiError('the data ends within an array')
  }
  const itemType = written.replace(/\[\d*\]$/, '')
  const parameters = Array.from({ length }, (_, index) => ({ name: String(index), type: itemType }))
  return { parts: decodeRow(work, start, parameters, Array<AbiType>(length).fill(type.item)) }
}

function wordAt({ digits }: Work, at: number): string {
  const word = digits.slice(at, at + wordDigits)
  if (word.length < wordDigits) throw new AbiError('the data is shorter than its types')
  return word
}

/** An offset or a length in bytes, as a number of digits. */
function offsetAt(work: Work, at: number): number {
  const value = BigInt(`0x${wordAt(work, at)}`)
  if (value > BigInt(work.digits.length)) throw new AbiError('the data points beyond its end')
  return Number(value) * 2
}

function bytesAt(work: Work, at: number): string {
  const length = offsetAt(work, at)
  const start = at + wordDigits
  if (start + length > work.digits.length) throw new AbiError('the data ends within a value')
  return work.digits.slice(start, start + length)
}

function wordText(word: string, { base, size }: AbiType & { kind: 'word' }): string {
  const value = BigInt(`0x${word}`)
  if (base === 'uint') return String(value)
  if (base === 'int') return String(BigInt.asIntN(256, value))
  if (base === 'address') return `0x${word.slice(24)}`
  if (base === 'bytes') return `0x${word.slice(0, size * 2)}`
  return value === 0n ? 'false' : value === 1n ? 'true' : `invalid (${value})`
}

/** Bytes that are not UTF-8 are shown as hex. */
export function textOf(digits: string): string {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `0x${digits}`
  }
}

/** The parameters of a log. Indexed ones come from the topics, which hold only the hashes of dynamic values. */
export function decodeLog(event: AbiItem, topics: readonly string[], data: string): Decoded[] {
  const inputs = event.inputs ?? []
  const indexed = inputs.filter((input) => input.indexed)
  const own = event.anonymous ? topics : topics.slice(1)
  if (own.length !== indexed.length) throw new AbiError('the log has other indexed parameters')
  const plain = decodeParameters(
    inputs.filter((input) => !input.indexed),
    data,
  ).values()
  const topicValues = own.values()
  return inputs.map((input) => {
    if (!input.indexed) return plain.next().value ?? { name: '', type: '' }
    const topic = topicValues.next().value ?? '0x'
    const { name = '', type } = input
    if (abiType(input).kind !== 'word') return { name, type, text: `hash ${topic}` }
    return decodeParameters([input], topic)[0] ?? { name, type, text: topic }
  })
}
