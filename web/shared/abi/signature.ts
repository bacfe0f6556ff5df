import type { AbiItem, AbiParameter } from './abiType.ts'
import { keccakOfText } from './keccak.ts'

/** The type as it stands in a signature: tuples by their parts. */
export function canonicalType({ type, components = [] }: AbiParameter): string {
  if (!type.startsWith('tuple')) return type.replace(/^(u?int)(?=$|\[)/, '$1256')
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`
}

export const signatureOf = ({ name = '', inputs = [] }: AbiItem): string =>
  `${name}(${inputs.map(canonicalType).join(',')})`

export const selectorOf = (item: AbiItem): string => `0x${keccakOfText(signatureOf(item)).slice(0, 8)}`

export const topicOf = (item: AbiItem): string => `0x${keccakOfText(signatureOf(item))}`

/** Reads `transfer(address to, uint256 amount)`; without tuples, which the known signatures do not have. */
export function itemOf(type: 'function' | 'event' | 'error', text: string): AbiItem {
  const [, name = '', list = '', results = ''] = /^(\w+)\(([^)]*)\)(?:\(([^)]*)\))?$/.exec(text) ?? []
  return { type, name, inputs: parametersOf(list), outputs: parametersOf(results) }
}

const parametersOf = (list: string): AbiParameter[] =>
  list === ''
    ? []
    : list.split(',').map((text) => {
        const words = text.trim().split(/\s+/)
        const name = words.slice(1).filter((word) => word !== 'indexed')[0] ?? ''
        return { type: words[0] ?? '', name, indexed: words.includes('indexed') }
      })
