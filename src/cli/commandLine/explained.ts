import { DamagedData } from '../../primitives/errors.ts'
import { StoreError } from '../../store/errors.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import { CommandFailure } from './commandFailure.ts'

/** Whether the message of an error says what the user can do, so that the stack is not needed. */
export const isExplained = (error: unknown): error is Error =>
  error instanceof CommandFailure ||
  error instanceof StoreError ||
  error instanceof UpstreamError ||
  error instanceof DamagedData
