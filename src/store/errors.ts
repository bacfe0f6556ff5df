import { CodedError } from '../primitives/errors.ts'

export type StoreErrorCode =
  // The folder.
  | 'folder-missing'
  | 'not-a-store'
  | 'truncated'
  | 'no-permission'
  | 'other-network'
  | 'other-schedule'
  | 'other-genesis'
  | 'newer-format'
  | 'older-format'
  | 'missing-table'
  | 'incomplete-copy'
  | 'in-use'
  // The caller.
  | 'invalid-key'
  | 'invalid-value'
  | 'nested-write'
  | 'write-in-snapshot'
  | 'snapshot-in-write'
  | 'asynchronous-work'
  | 'batch-over'
  | 'close-in-work'
  | 'read-only'
  | 'closed'
  // The engine.
  | 'taken-over'
  | 'disk-full'
  | 'unmerged'
  | 'failed'

/** Any refusal or failure of a store; the message says what is wrong and, where it helps, what to do. */
export class StoreError extends CodedError<StoreErrorCode> {
  override readonly name = 'StoreError'
}

export const fullDiskMark = 'disk full: '

/** Whether an error says that the disk is full; one that comes from a thread has only its message. */
export const isFullDisk = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith(fullDiskMark)
