/** A call needs what only the process that writes the folder has: its pool, wallet, miner, peers or filters. */
export class WriterNeeded extends Error {
  override readonly name = 'WriterNeeded'
}
