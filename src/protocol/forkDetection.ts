import { doubleSha256 } from '../crypto/sha256.ts'
import { forkDetectionBytes } from './headers/hashes.ts'
import type { BlockHeader } from './headers/header.ts'

/*
 * Twelve bytes (RSKIP110) that let an observer of Bitcoin see which Rootstock chain miners build on:
 * one byte of seven Bitcoin header hashes along the chain, the number of recent uncles, the block's number.
 */

const commitments = 7
const commitmentSpacing = 64
const uncleWindow = 32

/** An ancestor of a block by number, along the block's own branch. */
export type AncestorLookup = (number: number) => BlockHeader

/** The data of the block that follows `parent`, which has at least 448 ancestors itself. */
export function forkDetectionData(parent: BlockHeader, ancestor: AncestorLookup): Uint8Array {
  const data = new Uint8Array(forkDetectionBytes)
  const newest = Math.floor(parent.number / commitmentSpacing) * commitmentSpacing
  for (let i = 0; i < commitments; i++) {
    data[i] = bitcoinHashByte(ancestor(newest - i * commitmentSpacing))
  }
  let uncles = 0
  for (let number = parent.number; number > parent.number - uncleWindow; number--)
    uncles += ancestor(number).uncleCount
  data[commitments] = Math.min(uncles, 255)
  new DataView(data.buffer).setUint32(commitments + 1, parent.number + 1)
  return data
}

/** The lowest byte of the Bitcoin hash as people write it, which is the first byte as it is computed. */
function bitcoinHashByte(header: BlockHeader): number {
  if (!header.mergedMining) throw new RangeError(`block ${header.number} has no Bitcoin header`)
  return doubleSha256(header.mergedMining.header)[0]!
}
