import type { Merge, Run } from './runList.ts'

export interface RunLimits {
  /** Entries of the recent slot with which it becomes a run. */
  readonly recent: number
  /** The same after a write that has changed about all its pages, as the groups of an import do. */
  readonly recentInBulk: number
  /** As many runs of a class are merged; a class has runs of up to as many times the entries of the one below. */
  readonly fanOut: number
  /** Entries that each merge takes for an entry that was put. */
  readonly effort: number
  /** Entries that are put before there is a transaction for merges. */
  readonly pause: number
}

/**
 * Each entry is written once for each class above that of its first run: five times in 20 million. A merge ends after a quarter
 * of the puts that fill its class again, so a class has up to 3 runs, and up to 5 while 4 of them are merged.
 */
export const usualLimits: RunLimits = {
  recent: 32_768,
  recentInBulk: 8_192,
  fanOut: 4,
  effort: 4,
  pause: 256,
}

/** Sources of one merge. */
const maximumSources = 16

/**
 * Whether a recent slot becomes a run. Puts at random places change nearly all its pages when they are an eighth of its entries;
 * an earlier end then saves bytes.
 */
export function isFull(count: number, puts: number, { recent, recentInBulk }: RunLimits): boolean {
  return count >= recent || (count >= recentInBulk && puts * 8 >= count)
}

const classOf = (count: number, { recentInBulk, fanOut }: RunLimits): number =>
  Math.max(0, Math.floor(Math.log(Math.max(1, count / recentInBulk)) / Math.log(fanOut) + 1e-9))

/**
 * The merges that are due. Only runs that follow each other in age are merged, so a run counts to the class of a larger one
 * before it.
 */
export function dueMerges(
  runs: readonly Run[],
  merges: readonly Merge[],
  limits: RunLimits,
): readonly Pick<Merge, 'first' | 'sources'>[] {
  const due: Pick<Merge, 'first' | 'sources'>[] = []
  const isMerging = (index: number): boolean =>
    merges.some(({ first, sources }) => index >= first && index < first + sources)
  for (let at = 0; at < runs.length; ) {
    const first = at
    const rank = classOf(runs[first]!.count, limits)
    for (; at < runs.length && !isMerging(at) && classOf(runs[at]!.count, limits) <= rank; at++);
    const sources = Math.min(maximumSources, at - first)
    if (sources >= limits.fanOut) due.push({ first: at - sources, sources })
    if (at === first) at++
  }
  return due
}
