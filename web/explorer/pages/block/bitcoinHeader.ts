/** The header of a Bitcoin block, 80 bytes in hex: the fields that people compare with other explorers. */
export interface BitcoinHeader {
  readonly version: number
  readonly parent: string
  readonly merkleRoot: string
  /** Seconds since 1970. */
  readonly time: number
  readonly bits: string
  readonly nonce: number
}

/** Undefined for anything that is not such a header. Hashes are in printed order. */
export function readBitcoinHeader(hex: string): BitcoinHeader | undefined {
  const digits = hex.slice(2)
  if (!/^[0-9a-f]{160}$/.test(digits)) return undefined
  const number = (at: number): number => Number.parseInt(reversed(digits.slice(at * 2, at * 2 + 8)), 16)
  return {
    version: number(0),
    parent: reversed(digits.slice(8, 72)),
    merkleRoot: reversed(digits.slice(72, 136)),
    time: number(68),
    bits: `0x${reversed(digits.slice(144, 152))}`,
    nonce: number(76),
  }
}

const reversed = (digits: string): string => (digits.match(/../g) ?? []).reverse().join('')
