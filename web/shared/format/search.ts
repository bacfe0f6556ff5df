import type { Hex } from '../rpc/answers.ts'
import { checksummed } from './address.ts'

/** What the text of a search can name. */
export type Sought =
  | { readonly kind: 'block'; readonly number: bigint }
  /** Of a block or a transaction, on either chain. */
  | { readonly kind: 'hash'; readonly hash: Hex }
  | { readonly kind: 'address'; readonly address: Hex; readonly checksum: Checksum }
  | { readonly kind: 'bitcoin-address'; readonly address: string }
  /** Of a contract, a function or a token. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'nothing'; readonly problem: string }

/** By which rule the capitals of an address are right. */
export type Checksum = 'none' | 'EIP-55' | 'EIP-1191'

const chainIds = [30, 31, 33]

const bech32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/i
const base58 = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/
const maximumNameLength = 100

/** `chainId` is that of the network, whose checksum (EIP-1191) is tried before those of the others. */
export function soughtBy(text: string, chainId: number): Sought {
  const trimmed = text.trim()
  if (trimmed === '')
    return { kind: 'nothing', problem: 'Type a block number, a hash, an address or a name.' }
  if (/^[\d,.\s]{1,24}$/.test(trimmed))
    return { kind: 'block', number: BigInt(trimmed.replace(/[,.\s]/g, '') || 0) }
  const hex = /^(?:0x)?([0-9a-f]+)$/i.exec(trimmed)?.[1]
  if (hex?.length === 64) return { kind: 'hash', hash: `0x${hex.toLowerCase()}` }
  if (hex?.length === 40) return addressIn(hex, chainId)
  if (/^0x/i.test(trimmed)) return numberIn(hex)
  if (bech32.test(trimmed) || base58.test(trimmed)) return { kind: 'bitcoin-address', address: trimmed }
  return { kind: 'name', name: trimmed.slice(0, maximumNameLength) }
}

/** `digits` are those after 0x; undefined when others are among them. */
function numberIn(digits: string | undefined): Sought {
  if (digits === undefined)
    return { kind: 'nothing', problem: 'After 0x only the digits 0 to 9 and a to f can follow.' }
  if (digits.length <= 12) return { kind: 'block', number: BigInt(`0x${digits}`) }
  return { kind: 'nothing', problem: `A hash has 64 digits and an address 40; this has ${digits.length}.` }
}

function addressIn(hex: string, chainId: number): Sought {
  const checksum = checksumOf(`0x${hex}`, chainId)
  if (checksum === undefined) {
    const problem =
      'The capitals of this address are wrong under EIP-55 and EIP-1191: a digit may be mistyped.'
    return { kind: 'nothing', problem }
  }
  return { kind: 'address', address: `0x${hex.toLowerCase()}`, checksum }
}

/** Undefined for an address whose capitals are wrong. */
function checksumOf(address: Hex, chainId: number): Checksum | undefined {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'none'
  const small = `0x${digits.toLowerCase()}` as const
  if (checksummed(small) === address) return 'EIP-55'
  return [chainId, ...chainIds].some((id) => checksummed(small, id) === address) ? 'EIP-1191' : undefined
}
