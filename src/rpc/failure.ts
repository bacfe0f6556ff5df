import { ExecutionInterrupted } from '../evm/halt.ts'
import { NotImplementedByThisVersion } from '../execution/bridge/notImplemented.ts'
import { MiningError, WorkRefused } from '../mining/errors.ts'
import { WalletError } from '../wallet/errors.ts'
import {
  cannotMine,
  executionTimeout,
  internalError,
  limitExceeded,
  miningRefused,
  notInThisVersion,
  RpcError,
  walletRefusal,
} from './errors.ts'

/** What a client is told when a handler throws. What nobody foresaw is reported and told without details. */
export function failureFor(error: unknown, report: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof ExecutionInterrupted) return executionTimeout()
  if (error instanceof NotImplementedByThisVersion) return notInThisVersion(error.message)
  if (error instanceof WorkRefused) return miningRefused(error.message)
  if (error instanceof MiningError) return cannotMine(error.message)
  if (error instanceof WalletError) return walletFailure(error, report)
  report(error)
  return internalError()
}

function walletFailure(error: WalletError, report: (error: unknown) => void): RpcError {
  if (error.code === 'busy') return limitExceeded('wallet')
  if (error.code !== 'damaged-keystore' && error.code !== 'folder-failed') return walletRefusal(error.message)
  report(error)
  return internalError()
}
