import { keccakOfText } from '../abi/keccak.ts'
import type { Hex } from '../rpc/answers.ts'

/** The capitals of EIP-55, or those of EIP-1191 for a chain. */
export function checksummed(address: string, chainId?: number): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = keccakOfText(chainId === undefined ? digits : `${chainId}0x${digits}`)
  const written = [...digits].map((digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${written.join('')}`
}
