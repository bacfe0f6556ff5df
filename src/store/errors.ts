export type StoreErrorCode =
  // What the folder is.
  | 'folder-missing'
  | 'not-a-store'
  | 'truncated'
  | 'no-permission'
  | 'other-network'
  | 'other-genesis'
  | 'newer-format'
  | 'older-format'
  | 'missing-table'
  | 'in-use'
  // How it is used.
  | 'invalid-key'
  | 'nested-write'
  | 'write-in-snapshot'
  | 'snapshot-in-write'
  | 'asynchronous-work'
  | 'batch-over'
  | 'close-in-work'
  | 'read-only'
  | 'closed'
  // What went wrong below.
  | 'taken-over'
  | 'failed'

/** Any refusal or failure of a store; the message says what is wrong and, where it helps, what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
