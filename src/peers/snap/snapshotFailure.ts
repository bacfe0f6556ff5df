/** Why a snapshot cannot be fetched at the moment. */
export class SnapshotFailure extends Error {
  override readonly name = 'SnapshotFailure'
  /** Whether the block of the snapshot was found to be false, so that another must be chosen. */
  readonly isRefuted: boolean

  constructor(problem: string, isRefuted = false) {
    super(problem)
    this.isRefuted = isRefuted
  }
}
