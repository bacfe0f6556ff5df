/* Types of the contract ABI as trees. */

export interface AbiParameter {
  readonly name?: string
  readonly type: string
  readonly components?: readonly AbiParameter[]
  readonly indexed?: boolean
}

export interface AbiItem {
  readonly type: 'function' | 'event' | 'error' | 'constructor' | 'fallback' | 'receive'
  readonly name?: string
  readonly inputs?: readonly AbiParameter[]
  readonly outputs?: readonly AbiParameter[]
  readonly stateMutability?: string
  readonly anonymous?: boolean
}

export type AbiType =
  | {
      readonly kind: 'word'
      readonly base: 'uint' | 'int' | 'address' | 'bool' | 'bytes'
      readonly size: number
    }
  | { readonly kind: 'bytes' | 'string' }
  | { readonly kind: 'array'; readonly item: AbiType; readonly length: number | undefined }
  | { readonly kind: 'tuple'; readonly parts: readonly AbiParameter[]; readonly types: readonly AbiType[] }

/** An ABI, its data or a value that does not fit; the message says why. */
export class AbiError extends Error {
  override readonly name = 'AbiError'
}

/** Real types are less deeply nested. */
const maximumDepth = 12
const maximumArrayLength = 100_000

export function abiType({ type, components = [] }: AbiParameter, depth = 0): AbiType {
  if (depth > maximumDepth) throw new AbiError('the type is nested too deeply')
  const array = /^(.+)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const [, item = '', digits = ''] = array
    const length = digits === '' ? undefined : Number(digits)
    if (length !== undefined && length > maximumArrayLength) throw new AbiError(`${type} is too long`)
    return { kind: 'array', item: abiType({ type: item, components }, depth + 1), length }
  }
  if (type === 'tuple') {
    return { kind: 'tuple', parts: components, types: components.map((part) => abiType(part, depth + 1)) }
  }
  if (type === 'string' || type === 'bytes') return { kind: type }
  return wordType(type)
}

function wordType(type: string): AbiType {
  if (type === 'address') return { kind: 'word', base: 'address', size: 160 }
  if (type === 'bool') return { kind: 'word', base: 'bool', size: 8 }
  if (type === 'function') return { kind: 'word', base: 'bytes', size: 24 }
  const [, base, digits] = /^(uint|int|bytes)(\d{1,3})?$/.exec(type) ?? []
  const size = Number(digits ?? 256)
  if (base === 'bytes' && size >= 1 && size <= 32) return { kind: 'word', base, size }
  const isInteger = (base === 'uint' || base === 'int') && size % 8 === 0 && size >= 8 && size <= 256
  if (isInteger) return { kind: 'word', base, size }
  throw new AbiError(`${type.slice(0, 60)} is not a type of the ABI`)
}

export function isDynamic(type: AbiType): boolean {
  if (type.kind === 'array') return type.length === undefined || isDynamic(type.item)
  if (type.kind === 'tuple') return type.types.some(isDynamic)
  return type.kind !== 'word'
}

/** Words that a value takes in the head of what contains it. */
export function headWords(type: AbiType): number {
  if (isDynamic(type)) return 1
  if (type.kind === 'array') return (type.length ?? 0) * headWords(type.item)
  return type.kind === 'tuple' ? type.types.reduce((sum, part) => sum + headWords(part), 0) : 1
}
