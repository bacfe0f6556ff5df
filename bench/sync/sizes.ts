/** The full measurement has 10,000; the usual one ends within a few minutes. */
export const smallBlocks = sizeFrom('BENCH_SYNC_BLOCKS', 2_000)
/** Hours show more; the usual length shows that it works. */
export const soakSeconds = sizeFrom('BENCH_SOAK_SECONDS', 30)

function sizeFrom(variable: string, usual: number): number {
  const size = Number(process.env[variable] ?? usual)
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${variable} must be a positive whole number`)
  return size
}
