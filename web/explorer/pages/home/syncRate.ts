/** How far a node was at a time. */
export interface Progress {
  readonly block: number
  readonly atMs: number
}

/** Time until the highest block at the rate since `begun`; undefined when the rate is unknown. */
export function remainingSeconds(begun: Progress, now: Progress, highest: number): number | undefined {
  const [blocks, ms] = [now.block - begun.block, now.atMs - begun.atMs]
  return blocks > 0 && ms > 0 ? ((highest - now.block) * ms) / blocks / 1000 : undefined
}
