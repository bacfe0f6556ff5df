/** A block could not be mined; the chain is unchanged. */
export class MiningError extends Error {
  override readonly name = 'MiningError'
}

/** Submitted work was refused. The messages are the reference node's, because mining software searches for them. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}
