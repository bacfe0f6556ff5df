import { lightFailure } from '../answering/lightFailure.ts'
import { LightError } from '../light/lightError.ts'
import { ProviderRpcError } from '../node/providerRpcError.ts'
import { StoreError } from '../store/errors.ts'
import { UpstreamError } from '../upstream/upstreamError.ts'

/** Connected to no chain (EIP-1193). */
const disconnectedCode = 4900

/** Why a light client cannot tell what to believe, in the form of EIP-1193. Throws errors of another kind. */
export function lightRefusal(error: unknown): ProviderRpcError {
  if (error instanceof LightError || error instanceof StoreError)
    return new ProviderRpcError(disconnectedCode, error.message)
  if (!(error instanceof UpstreamError)) throw error
  const { code, message } = lightFailure(error)
  return new ProviderRpcError(code, message)
}
