import { isJsonObject } from '../../rpc/json/json.ts'

/** The block that a call asks for. */
export type AskedBlock =
  /** No block, or an old one that every node has. */
  | { readonly kind: 'any' }
  | { readonly kind: 'latest' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'number'; readonly number: number }
  /** A block or a transaction; it may be one that only some nodes have. */
  | { readonly kind: 'hash'; readonly hash: string }

const anyBlock: AskedBlock = { kind: 'any' }
const latest: AskedBlock = { kind: 'latest' }
const pending: AskedBlock = { kind: 'pending' }

/** Names of the parameters that name a block or something in a block. */
const blockParameters: ReadonlySet<string> = new Set(['block', 'newestBlock'])
const hashParameters: ReadonlySet<string> = new Set(['blockHash', 'transactionHash'])

/** How the block of a method's calls is found, from the names of its parameters. */
export type BlockFinder = (params: unknown) => AskedBlock

export function blockFinder(method: { readonly params: readonly { readonly name: string }[] }): BlockFinder {
  const names = method.params.map(({ name }) => name)
  const block = names.findIndex((name) => blockParameters.has(name))
  if (block >= 0) return (params) => selected(itemOf(params, block))
  const hash = names.findIndex((name) => hashParameters.has(name))
  if (hash >= 0) return (params) => hashed(itemOf(params, hash))
  const filter = names.indexOf('filter')
  if (filter >= 0) return (params) => filtered(itemOf(params, filter))
  return () => latest
}

const itemOf = (params: unknown, position: number): unknown =>
  Array.isArray(params) ? params[position] : undefined

/** A parameter that every node refuses may go to any of them. */
function selected(value: unknown): AskedBlock {
  if (value === undefined || value === null) return latest
  if (isJsonObject(value)) {
    const { blockHash, blockNumber } = value
    return blockHash === undefined ? selected(blockNumber) : hashed(blockHash)
  }
  if (typeof value === 'number') return numbered(value)
  if (typeof value !== 'string') return anyBlock
  if (value === 'pending') return pending
  if (value === 'earliest') return anyBlock
  if (/^0x[0-9a-fA-F]{64}$/.test(value)) return hashed(value)
  return /^(0x[0-9a-fA-F]{1,13}|\d{1,15})$/.test(value) ? numbered(Number(value)) : latest
}

const numbered = (number: number): AskedBlock =>
  Number.isSafeInteger(number) && number >= 0 ? { kind: 'number', number } : anyBlock

const hashed = (value: unknown): AskedBlock =>
  typeof value === 'string' && value.length <= 66 ? { kind: 'hash', hash: value.toLowerCase() } : anyBlock

/** The higher end of a range decides. */
function filtered(value: unknown): AskedBlock {
  if (!isJsonObject(value)) return latest
  const { blockHash, fromBlock, toBlock } = value
  if (blockHash !== undefined) return hashed(blockHash)
  const ends = [selected(fromBlock), selected(toBlock)]
  const numbers = ends.flatMap((end) =>
    end.kind === 'number' ? [end.number] : end.kind === 'any' ? [0] : [],
  )
  return numbers.length === ends.length ? { kind: 'number', number: Math.max(...numbers) } : latest
}
