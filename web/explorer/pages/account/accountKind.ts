import { nativeName } from '../../../shared/abi/nativeContracts.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import type { Token } from '../../../shared/tokens/tokens.ts'
import type { Proxied } from './proxy.ts'

interface AccountTraits {
  readonly address: Hex
  readonly code: Hex
  readonly delegate: Hex | undefined
  readonly proxied: Proxied | undefined
  readonly token: Token | undefined
}

/** The kind of an address, in a few words. */
export function kindOf({ address, code, delegate, proxied, token }: AccountTraits): string {
  const native = nativeName(address)
  if (native === 'Bridge') return 'Bridge: the native contract of the peg with Bitcoin'
  if (native === 'REMASC') return 'REMASC: the native contract that pays the miners'
  if (native !== undefined) {
    return BigInt(address) < 0x100n ? `Precompiled contract: ${native}` : `Native contract: ${native}`
  }
  if (delegate !== undefined) return 'Account with delegated code'
  if (code === '0x') return 'Account'
  const tokenKind = token === undefined ? '' : `, token (${token.kind})`
  return proxied === undefined ? `Contract${tokenKind}` : `Proxy (${proxied.standard})${tokenKind}`
}

/** The account whose code a delegating account runs (RSKIP545). */
export function delegateIn(code: Hex): Hex | undefined {
  const digits = /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1]
  return digits === undefined ? undefined : `0x${digits}`
}
