import { maximumHeaders, maximumSkeletonChunks } from '../messages/limits.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import type { Peer, RequestOptions } from '../session/peer.ts'
import { RoundFailure } from './roundFailure.ts'

const maximumPoints = maximumSkeletonChunks + 1

/** Points of a peer's chain around and above a block, lowest first. Throws a `RoundFailure` for invalid points. */
export async function requestSkeleton(
  peer: Peer,
  start: number,
  options: RequestOptions,
): Promise<readonly BlockIdentifier[]> {
  const { points } = await peer.request({ kind: 'skeleton-request', start }, options)
  const problem = skeletonProblem(points, start)
  if (problem !== undefined) throw new RoundFailure(`the skeleton ${problem}`, 'invalid-message')
  return points
}

function skeletonProblem(points: readonly BlockIdentifier[], start: number): string | undefined {
  const first = points[0]?.number ?? 0
  if (first > start) return `begins at ${first}, above ${start}`
  if (points.length > maximumPoints) return `has ${points.length} points`
  for (let i = 1; i < points.length; i++) {
    const distance = points[i]!.number - points[i - 1]!.number
    if (distance <= 0 || distance > maximumHeaders)
      return `goes ${distance} blocks from point ${i - 1} to the next`
  }
  return undefined
}
