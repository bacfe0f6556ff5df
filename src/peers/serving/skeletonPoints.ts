import { maximumHeaders, maximumSkeletonChunks } from '../messages/limits.ts'

/**
 * The heights that describe a chain to somebody who goes on from `start`: the beginning of its chunk of 192
 * blocks, those of the chunks after it, and an end, which is the best block unless that is out of reach.
 */
export function skeletonHeights(start: number, best: number): number[] {
  const first = start - (start % maximumHeaders)
  const limit = Math.min(best, first + maximumHeaders * maximumSkeletonChunks)
  const heights: number[] = []
  for (let height = first; height < limit; height += maximumHeaders) heights.push(height)
  return [...heights, limit]
}
