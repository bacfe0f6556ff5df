import { createBase58check } from '@scure/base'
import { sha256 } from '../../crypto/sha256.ts'

const codec = createBase58check(sha256)

export const encodeBase58Check = (payload: Uint8Array): string => codec.encode(payload)

/**
 * The payload. Undefined for a wrong character or checksum, and for more than `maximumLength` digits, because decoding
 * takes quadratic time.
 */
export function decodeBase58Check(text: string, maximumLength: number): Uint8Array | undefined {
  if (text.length > maximumLength) return undefined
  try {
    return codec.decode(text)
  } catch {
    return undefined
  }
}
