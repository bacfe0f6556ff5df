/** Blocks of the chain of small blocks. The full measurement has 10,000; the default ends within a few minutes. */
export const smallBlocks = sizeFrom('BENCH_SYNC_BLOCKS', 2_000)
/** The default is a smoke test; a memory leak becomes visible within hours. */
export const soakSeconds = sizeFrom('BENCH_SOAK_SECONDS', 30)

function sizeFrom(variable: string, initial: number): number {
  const size = Number(process.env[variable] ?? initial)
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${variable} must be a positive whole number`)
  return size
}
