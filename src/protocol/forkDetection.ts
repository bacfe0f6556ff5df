import { doubleSha256 } from '../crypto/sha256.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
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

/** What a block's descendants tell of the chain up to it. */
interface Trail {
  readonly commitments: Uint8Array
  readonly uncles: number
}

/**
 * Ancestors never change, so neither do trails. A new block's differs little from its parent's, and it is wanted
 * twice: where a block is mined and where it is checked.
 */
const trails = new WeakMap<BlockHeader, Trail>()

/** The data of the block that follows `parent`, which has at least 448 ancestors itself. */
export function forkDetectionData(parent: BlockHeader, ancestor: AncestorLookup): Uint8Array {
  const trail = getOrCreate(trails, parent, () => continuedTrail(parent, ancestor))
  const data = new Uint8Array(forkDetectionBytes)
  data.set(trail.commitments)
  data[commitments] = Math.min(trail.uncles, 255)
  new DataView(data.buffer).setUint32(commitments + 1, parent.number + 1)
  return data
}

function continuedTrail(header: BlockHeader, ancestor: AncestorLookup): Trail {
  const before = trails.get(ancestor(header.number - 1))
  if (before === undefined) return wholeTrail(header, ancestor)
  const leaving = ancestor(header.number - uncleWindow)
  const uncles = before.uncles + header.uncleCount - leaving.uncleCount
  if (header.number % commitmentSpacing !== 0) return { commitments: before.commitments, uncles }
  return {
    commitments: Uint8Array.of(bitcoinHashByte(header), ...before.commitments.subarray(0, -1)),
    uncles,
  }
}

function wholeTrail(header: BlockHeader, ancestor: AncestorLookup): Trail {
  const newest = Math.floor(header.number / commitmentSpacing) * commitmentSpacing
  const hashBytes = Array.from({ length: commitments }, (_, i) =>
    bitcoinHashByte(ancestor(newest - i * commitmentSpacing)),
  )
  let uncles = 0
  for (let number = header.number; number > header.number - uncleWindow; number--)
    uncles += ancestor(number).uncleCount
  return { commitments: Uint8Array.from(hashBytes), uncles }
}

/** The lowest byte of the Bitcoin hash as people write it, which is the first byte as it is computed. */
function bitcoinHashByte(header: BlockHeader): number {
  if (!header.mergedMining) throw new RangeError(`block ${header.number} has no Bitcoin header`)
  return doubleSha256(header.mergedMining.header)[0]!
}
