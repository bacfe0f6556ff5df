import { MissingHistory } from '../../chain/storage/chainStart.ts'
import { StateNotKept } from '../../chain/storage/stateNotKept.ts'
import { ExecutionInterrupted } from '../../evm/halt.ts'
import { BlockRejected } from '../../execution/block/blockRejected.ts'
import { MiningError, WorkRefused } from '../../mining/inputs/miningError.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { isAwayError, SharingError } from '../../sharing/sharingError.ts'
import { isFullDisk } from '../../store/errors.ts'
import { TraceError } from '../../tracing/output/traceError.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import { WalletError } from '../../wallet/walletError.ts'
import {
  cannotMine,
  dataDamaged,
  diskFull,
  executionTimeout,
  historyMissing,
  internalError,
  invalidTraceOptions,
  limitExceeded,
  miningRefused,
  RpcError,
  sharedStateAway,
  sharedStateUnusable,
  traceImpossible,
  traceNotFound,
  traceTooMuch,
  upstreamFailed,
  walletRefusal,
} from '../errors/errors.ts'

/** Where an unforeseen error happened, for the operator. */
export interface FailureFacts {
  readonly requestId?: string | undefined
  readonly network?: string | undefined
  readonly method?: string | undefined
}

/** The error for what a handler throws. An unforeseen error is reported, and answered without details. */
export function failureFor(error: unknown, report: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof MissingHistory || error instanceof StateNotKept) return historyMissing(error.message)
  if (error instanceof ExecutionInterrupted) return executionTimeout()
  // A block that a caller has given.
  if (error instanceof BlockRejected) return traceImpossible(error.message)
  if (error instanceof WorkRefused) return miningRefused(error.message)
  if (error instanceof MiningError) return cannotMine(error.message)
  if (error instanceof WalletError) return walletFailure(error, report)
  if (error instanceof TraceError) return traceFailure(error)
  if (isAwayError(error)) return sharedStateAway()
  if (error instanceof UpstreamError) return upstreamFailed(error.message)
  report(error)
  if (isFullDisk(error)) return diskFull()
  if (error instanceof DamagedData) return dataDamaged()
  if (error instanceof SharingError) return sharedStateUnusable()
  return internalError()
}

function walletFailure(error: WalletError, report: (error: unknown) => void): RpcError {
  if (error.code === 'busy') return limitExceeded('wallet')
  if (error.code !== 'damaged-keystore' && error.code !== 'folder-failed') return walletRefusal(error.message)
  report(error)
  return internalError()
}

/** The error for a trace that cannot be made. */
function traceFailure({ code, message }: TraceError): RpcError {
  switch (code) {
    case 'unknown-transaction':
    case 'unknown-block':
    case 'unknown-trace':
      return traceNotFound(message)
    case 'bad-options':
      return invalidTraceOptions(message)
    case 'too-large':
    case 'timed-out':
      return traceTooMuch(message)
    case 'state-missing':
      return traceImpossible(message)
  }
}
