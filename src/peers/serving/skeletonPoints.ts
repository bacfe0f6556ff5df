import { maximumHeaders, maximumSkeletonChunks } from '../messages/limits.ts'

/**
 * The heights of a skeleton for a peer that continues from `start`: the beginning of the chunk of 192 blocks around
 * `start`, the beginnings of the following chunks, and the end, which is the best block unless it is too far away.
 */
export function skeletonHeights(start: number, best: number): number[] {
  const first = start - (start % maximumHeaders)
  const limit = Math.min(best, first + maximumHeaders * maximumSkeletonChunks)
  const heights: number[] = []
  for (let height = first; height < limit; height += maximumHeaders) heights.push(height)
  return [...heights, limit]
}
