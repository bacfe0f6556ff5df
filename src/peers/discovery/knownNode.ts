import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Enode } from '../identity/enode.ts'

/** A node that has answered from its endpoint, where it can be called too. */
export interface KnownNode extends Enode {
  /** The id in hex digits, the key in tables. */
  readonly name: string
  /** Its position for distances between nodes. */
  readonly position: Hash
}

/** Rootstock hashes the id twice. */
export const positionOf = (id: Uint8Array): Hash => keccak256(keccak256(id))

export const knownNode = ({ id, host, port }: Enode): KnownNode => ({
  id,
  host,
  port,
  name: toHexDigits(id),
  position: positionOf(id),
})

/** 256 minus the number of leading bits that two positions have in common. */
export function distance(a: Hash, b: Hash): number {
  for (let index = 0; index < 32; index++) {
    const difference = a[index]! ^ b[index]!
    if (difference !== 0) return 256 - 8 * index - (Math.clz32(difference) - 24)
  }
  return 0
}
