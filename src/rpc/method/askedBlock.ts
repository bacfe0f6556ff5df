import { isJsonObject } from '../json/json.ts'

/** How the calls of a method name the block that they ask for. */
export type Asks =
  /** No block: what every node of the network answers alike. */
  | 'nothing'
  /** The best block. */
  | 'latest'
  | NamedBlock

/** A parameter names the block. */
export interface NamedBlock {
  readonly by: 'block' | 'block-hash' | 'transaction-hash' | 'range'
  /** The name of the parameter. */
  readonly parameter: string
  /** Whether a call uses the pending block too, whichever it names. */
  readonly usesPending?: true
}

/** A number, tag, hash or object of EIP-1898; the best block when it is left out. */
export const blockOf = (parameter: string, options: Pick<NamedBlock, 'usesPending'> = {}): NamedBlock => ({
  by: 'block',
  parameter,
  ...options,
})

const blockHashOf = (parameter: string): NamedBlock => ({ by: 'block-hash', parameter })

/** The block of a transaction. */
const transactionOf = (parameter: string): NamedBlock => ({ by: 'transaction-hash', parameter })

/** A log filter: the higher one of `fromBlock` and `toBlock`, or `blockHash`. */
export const rangeOf = (parameter: string): NamedBlock => ({ by: 'range', parameter })

const usualNames: ReadonlyMap<string, (parameter: string) => NamedBlock> = new Map([
  ['block', blockOf],
  ['blockHash', blockHashOf],
  ['transactionHash', transactionOf],
])

/** The block that the parameter `block`, `blockHash` or `transactionHash` names. */
export function usuallyAsked(params: readonly { readonly name: string }[]): NamedBlock {
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
const tags: ReadonlyMap<string, AskedBlock> = new Map<string, AskedBlock>([
  ['latest', latest],
  ['safe', latest],
  ['finalized', latest],
  ['pending', { kind: 'pending' }],
  ['earliest', { kind: 'number', number: 0 }],
])

export type BlockFinder = (params: unknown) => AskedBlock

/** Finds the block in the parameters of a call, which are not checked yet. */
export function blockFinder(asks: Asks, params: readonly { readonly name: string }[]): BlockFinder {
  if (asks === 'nothing') return () => anyBlock
  if (asks === 'latest') return () => latest
  const { by, parameter } = asks
  const position = params.findIndex(({ name }) => name === parameter)
  if (position < 0) throw new Error(`the method has no parameter ${parameter}`)
  const find = by === 'block' ? selected : by === 'range' ? filtered : hashed
  return (values) => find(Array.isArray(values) ? values[position] : undefined)
}

function selected(value: unknown): AskedBlock {
  if (value === undefined || value === null) return latest
  if (isJsonObject(value)) {
    const { blockHash, blockNumber } = value
    return blockHash === undefined ? selected(blockNumber) : hashed(blockHash)
  }
  if (typeof value === 'number') return numbered(value)
  if (typeof value !== 'string') return anyBlock
  if (/^0x[0-9a-fA-F]{64}$/.test(value)) return hashed(value)
  if (/^(0x[0-9a-fA-F]{1,13}|\d{1,15})$/.test(value)) return numbered(Number(value))
  return tags.get(value) ?? anyBlock
}

const numbered = (number: number): AskedBlock =>
  Number.isSafeInteger(number) && number >= 0 ? { kind: 'number', number } : anyBlock

const hashed = (value: unknown): AskedBlock =>
  typeof value === 'string' && value.length <= 66 ? { kind: 'hash', hash: value.toLowerCase() } : anyBlock

function filtered(value: unknown): AskedBlock {
  if (!isJsonObject(value)) return latest
  const { blockHash, fromBlock, toBlock } = value
  if (blockHash !== undefined) return hashed(blockHash)
  const ends = [selected(fromBlock), selected(toBlock)]
  const numbers = ends.flatMap((end) => (end.kind === 'number' ? [end.number] : []))
  return numbers.length === ends.length ? { kind: 'number', number: Math.max(...numbers) } : latest
}
