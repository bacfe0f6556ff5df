import { MissingHistory } from '../../chain/storage/chainStart.ts'
import { StateNotKept } from '../../chain/storage/stateNotKept.ts'
import { isAboutHistory } from '../../rpc/errors/aboutHistory.ts'
import { RpcError } from '../../rpc/errors/errors.ts'

/** Whether a call failed because this node does not have, or does not keep, a part of the past. */
export const isMissingHistory = (error: unknown): boolean =>
  error instanceof MissingHistory ||
  error instanceof StateNotKept ||
  (error instanceof RpcError && isAboutHistory(error))
