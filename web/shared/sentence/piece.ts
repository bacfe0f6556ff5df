import type { Hex } from '../rpc/answers.ts'
import type { TokenTransfer } from '../tokens/tokenTransfers.ts'

/** A part of a sentence: words, or a fact that a page shows with a link and its whole value. */
export type Piece =
  | string
  | { readonly kind: 'address'; readonly address: Hex }
  | { readonly kind: 'transaction'; readonly hash: Hex }
  | { readonly kind: 'rbtc'; readonly wei: bigint }
  | ({ readonly kind: 'token' } & Pick<TokenTransfer, 'token' | 'amount' | 'id'>)
  | { readonly kind: 'token-name'; readonly token: Hex }
  /** The name of a function, a reason, or a Bitcoin address: text of others, shown as it is. */
  | { readonly kind: 'code' | 'reason' | 'bitcoin'; readonly text: string }

export const account = (address: Hex): Piece => ({ kind: 'address', address })
export const sum = (wei: bigint): Piece => ({ kind: 'rbtc', wei })
export const code = (text: string): Piece => ({ kind: 'code', text })

/** The form of a verb: pending, done, or as the base of "tried to". */
export type Tense = (base: string, present: string, past: string) => string
