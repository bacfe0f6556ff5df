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
  /** The last blocks with uncles, oldest first. */
  readonly recent: readonly WithUncles[]
}

interface WithUncles {
  readonly number: number
  readonly uncles: number
}

/** The trail of a new block follows from its parent's, and both the miner and the validation of a block use it. */
const trails = new WeakMap<BlockHeader, Trail>()

/** The data of the block that follows `parent`, which has at least 448 ancestors itself. */
export function forkDetectionData(parent: BlockHeader, ancestor: AncestorLookup): Uint8Array {
  const trail = getOrCreate(trails, parent, () => trailTo(parent, ancestor))
  const data = new Uint8Array(forkDetectionBytes)
  data.set(trail.commitments)
  data[commitments] = Math.min(trail.uncles, 255)
  for (let at = forkDetectionBytes - 1, rest = parent.number + 1; at > commitments; at--, rest >>>= 8)
    data[at] = rest & 0xff
  return data
}

function trailTo(header: BlockHeader, ancestor: AncestorLookup): Trail {
  const before = trails.get(ancestor(header.number - 1))
  return before === undefined ? wholeTrail(header, ancestor) : trailAfter(before, header)
}

function trailAfter({ commitments, recent }: Trail, header: BlockHeader): Trail {
  const withUncles = withinWindow(recent, header)
  return {
    commitments:
      header.number % commitmentSpacing === 0
        ? Uint8Array.of(bitcoinHashByte(header), ...commitments.subarray(0, -1))
        : commitments,
    uncles: sumOf(withUncles),
    recent: withUncles,
  }
}

/** The blocks with uncles among the last ones up to a header, if `recent` are those up to its parent. */
function withinWindow(recent: readonly WithUncles[], header: BlockHeader): readonly WithUncles[] {
  const { number, uncleCount } = header
  const isSame = uncleCount === 0 && (recent[0]?.number ?? number) > number - uncleWindow
  if (isSame) return recent
  const left = recent.filter((block) => block.number > number - uncleWindow)
  return uncleCount === 0 ? left : [...left, { number, uncles: uncleCount }]
}

const sumOf = (blocks: readonly WithUncles[]): number => blocks.reduce((sum, { uncles }) => sum + uncles, 0)

function wholeTrail(header: BlockHeader, ancestor: AncestorLookup): Trail {
  const newest = Math.floor(header.number / commitmentSpacing) * commitmentSpacing
  const hashBytes = Array.from({ length: commitments }, (_, i) =>
    bitcoinHashByte(ancestor(newest - i * commitmentSpacing)),
  )
  const recent: WithUncles[] = []
  for (let number = header.number; number > header.number - uncleWindow; number--) {
    const { uncleCount } = ancestor(number)
    if (uncleCount > 0) recent.unshift({ number, uncles: uncleCount })
  }
  return { commitments: Uint8Array.from(hashBytes), uncles: sumOf(recent), recent }
}

/** The last byte of the Bitcoin hash in display order, which is the first byte of the computed hash. */
function bitcoinHashByte(header: BlockHeader): number {
  if (!header.mergedMining) throw new RangeError(`block ${header.number} has no Bitcoin header`)
  return doubleSha256(header.mergedMining.header)[0]!
}
