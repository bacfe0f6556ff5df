import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { RpcError } from '../errors/errors.ts'
import type { BlockReference } from '../params/blockReference.ts'
import type { Parameter } from '../params/parameter.ts'

/** How the calls of a method name the block that they ask for. */
export type Asks =
  /** No block: what every node of the network answers alike. */
  | 'nothing'
  /** The best block. */
  | 'latest'
  | BlockParameter

/** A parameter names the block. */
export interface BlockParameter {
  readonly by: 'block' | 'block-hash' | 'transaction-hash' | 'range'
  /** The name of the parameter. */
  readonly parameter: string
  /** Whether a call uses the pending block too, whichever it names. */
  readonly usesPending?: true
  /** Decodes the ends of a range alone, because the rest of such a parameter may be long. */
  readonly ends?: (value: unknown) => RangeEnds
}

/** The first and the last block of a range, or the only one. */
export type RangeEnds = readonly [BlockReference['selector'], BlockReference['selector']] | Hash

/** A number, tag, hash or object of EIP-1898; the best block when it is left out. */
export const blockOf = (
  parameter: string,
  options: Pick<BlockParameter, 'usesPending'> = {},
): BlockParameter => ({
  by: 'block',
  parameter,
  ...options,
})

const blockHashOf = (parameter: string): BlockParameter => ({ by: 'block-hash', parameter })

/** The block of a transaction. */
const transactionOf = (parameter: string): BlockParameter => ({ by: 'transaction-hash', parameter })

/** A range asks for the higher one of its ends. */
export const rangeOf = (parameter: string, ends: (value: unknown) => RangeEnds): BlockParameter => ({
  by: 'range',
  parameter,
  ends,
})

const usualNames: ReadonlyMap<string, (parameter: string) => BlockParameter> = new Map([
  ['block', blockOf],
  ['blockHash', blockHashOf],
  ['transactionHash', transactionOf],
])

/** The block that the parameter `block`, `blockHash` or `transactionHash` names. */
export function usuallyAsked(params: readonly { readonly name: string }[]): BlockParameter {
  for (const { name } of params) {
    const asked = usualNames.get(name)?.(name)
    if (asked !== undefined) return asked
  }
  throw new Error('no parameter names the block that the method asks for')
}

/** The block that one call asks for. */
export type AskedBlock =
  /** No block, or a value that every node refuses. */
  | { readonly kind: 'any' }
  | { readonly kind: 'latest' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'number'; readonly number: number }
  /** Of a block or a transaction; it may be one that only some nodes have. */
  | { readonly kind: 'hash'; readonly hash: string }

const anyBlock: AskedBlock = { kind: 'any' }
const latest: AskedBlock = { kind: 'latest' }

export type BlockFinder = (params: unknown) => AskedBlock

/** Finds the block in the parameters of a call, with the decoder of the one that names it. */
export function blockFinder(asks: Asks, params: readonly Parameter<unknown>[]): BlockFinder {
  if (asks === 'nothing') return () => anyBlock
  if (asks === 'latest') return () => latest
  const { parameter, ends } = asks
  const position = params.findIndex(({ name }) => name === parameter)
  const decode = params[position]?.decode
  if (decode === undefined) throw new Error(`the method has no parameter ${parameter}`)
  const find = (value: unknown): AskedBlock => {
    if (ends !== undefined) return askedWithin(ends(value))
    // A gateway does not know whether its nodes have a development chain, which takes more forms than others.
    const named = decode(value, position, true) as BlockReference | Uint8Array
    return askedAt(named instanceof Uint8Array ? named : named.selector)
  }
  return (given) => {
    try {
      return find(Array.isArray(given) ? given[position] : undefined)
    } catch (error) {
      if (error instanceof RpcError) return anyBlock
      throw error
    }
  }
}

function askedAt(selector: BlockReference['selector'] | Uint8Array): AskedBlock {
  if (selector === 'pending') return { kind: 'pending' }
  if (selector === 'earliest') return { kind: 'number', number: 0 }
  if (typeof selector === 'number') return { kind: 'number', number: selector }
  return selector instanceof Uint8Array ? { kind: 'hash', hash: toHex(selector) } : latest
}

function askedWithin(ends: RangeEnds): AskedBlock {
  if (ends instanceof Uint8Array) return askedAt(ends)
  const [first, last] = ends.map(askedAt)
  if (first?.kind !== 'number' || last?.kind !== 'number') return latest
  return first.number > last.number ? first : last
}
