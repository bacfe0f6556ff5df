import { decodeParameters, textOf } from '../abi/decode.ts'
import { encodeCall } from '../abi/encode.ts'
import { itemOf } from '../abi/signature.ts'
import type { Hex } from '../rpc/answers.ts'
import { useLoaded } from '../rpc/loading.ts'
import { call } from '../rpc/rpcClient.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { shownName } from './shownName.ts'
import type { TokenKind } from './tokenTransfers.ts'

/** Facts that a token contract reports. The names are hostile input: short, one line, and shown as text only. */
export interface Token {
  readonly address: string
  readonly kind: TokenKind
  /** Empty when the contract has none. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const maximumKept = 500
/** Tokens that one part of a page asks for. */
const maximumAsked = 50
/** A token with more decimals shows its smallest unit. */
const maximumDecimals = 77
/** Enough for a token behind a proxy; bounds the length of a hostile answer. */
const gas = '0x30d40'

const kept = new Map<string, Promise<Token | undefined>>()
const found = new Map<string, Token>()

/** The facts of a token, read once; undefined for a contract that answers none of the questions. */
export function loadToken(address: string): Promise<Token | undefined> {
  const key = address.toLowerCase()
  const known = kept.get(key)
  if (known !== undefined) return known
  const loading = readToken(key)
  kept.set(key, loading)
  loading.then(
    (token) => (token === undefined ? kept.delete(key) : found.set(key, token)),
    () => kept.delete(key),
  )
  if (kept.size > maximumKept) forget(kept.keys().next().value ?? '')
  return loading
}

function forget(key: string): void {
  kept.delete(key)
  found.delete(key)
}

/** Tokens that the page has met. */
export const metTokens = (): Iterable<Token> => found.values()

/** The tokens among these addresses, by address in lower case; empty until the contracts have answered. */
export function useTokens(addresses: readonly string[]): ReadonlyMap<string, Token> {
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))].slice(0, maximumAsked)
  const { value } = useLoaded(() => loadTokens(asked), `tokens ${asked.join()}`)
  return value ?? new Map()
}

async function loadTokens(addresses: readonly string[]): Promise<ReadonlyMap<string, Token>> {
  const tokens = await Promise.all(addresses.map(loadToken))
  return new Map(tokens.flatMap((token) => (token === undefined ? [] : [[token.address, token]])))
}

async function readToken(address: string): Promise<Token | undefined> {
  const [name, symbol, decimals, isUnique, isMulti] = await Promise.all([
    ask(address, 'name()'),
    ask(address, 'symbol()'),
    ask(address, 'decimals()'),
    ask(address, 'supportsInterface(bytes4 id)', '0x80ac58cd'),
    ask(address, 'supportsInterface(bytes4 id)', '0xd9b67a26'),
  ])
  const kind = isTrue(isUnique) ? 'ERC-721' : isTrue(isMulti) ? 'ERC-1155' : 'ERC-20'
  const facts = { address, kind, name: nameIn(name), symbol: nameIn(symbol), decimals: 0 } as const
  if (kind !== 'ERC-20') return facts
  if (facts.symbol === '' && facts.name === '') return undefined
  return { ...facts, decimals: decimalsIn(decimals) }
}

/** The contract's answer; `0x` when the call fails. */
async function ask(to: string, signature: string, ...texts: readonly string[]): Promise<Hex> {
  const data = encodeCall(itemOf('function', signature), texts)
  return call<Hex>('eth_call', { to, data, gas }, 'latest').catch((error: unknown) => {
    if (error instanceof RpcError && (error.isUnreachable || error.needsKey)) throw error
    return '0x'
  })
}

const isTrue = (answer: Hex): boolean => answer.length === 66 && BigInt(answer) === 1n

function decimalsIn(answer: Hex): number {
  const value = answer.length === 66 ? BigInt(answer) : 0n
  return value > maximumDecimals ? 0 : Number(value)
}

/** A string, or up to 32 bytes, which early tokens return. */
function nameIn(answer: Hex): string {
  try {
    const text =
      answer.length === 66
        ? textOf(answer.slice(2).replace(/(?:00)+$/, ''))
        : (decodeParameters([{ type: 'string' }], answer)[0]?.text ?? '')
    return shownName(text)
  } catch {
    return ''
  }
}
