/** A block could not be mined here; nothing has changed. */
export class MiningError extends Error {
  override readonly name = 'MiningError'
}

/** Submitted work was refused, in the words of the reference node, which mining software searches for. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}
