import { doubleSha256 } from '../crypto/sha256.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { forkDetectionBytes } from './headers/hashes.ts'
import type { BlockHeader } from './headers/header.ts'

/*
 * Twelve bytes (RSKIP110) that show an observer of Bitcoin on which Rootstock chain miners build: one byte each of
 * seven Bitcoin header hashes along the chain, the number of recent uncles, and the block's number.
 */

const commitments = 7
const commitmentSpacing = 64
const uncleWindow = 32

/** An ancestor of a block by number, along the block's own branch. */
export type AncestorLookup = (number: number) => BlockHeader

/** The part of the data that depends on the chain up to a block. */
interface Trail {
  readonly commitments: Uint8Array
  readonly uncles: number
}

/**
 * Ancestors never change, so trails can be kept. The trail of a new block follows from its parent's with little work,
 * and both the miner and the validation of a block use it.
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

/** The last byte of the Bitcoin hash in display order, which is the first byte of the computed hash. */
function bitcoinHashByte(header: BlockHeader): number {
  if (!header.mergedMining) throw new RangeError(`block ${header.number} has no Bitcoin header`)
  return doubleSha256(header.mergedMining.header)[0]!
}
