import { ProviderRpcError } from '../node/providerRpcError.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'

/** Turns an error of the JSON-RPC service into the `ProviderRpcError` of EIP-1193. */
export async function rejectAsProvider(answer: () => Json | Promise<Json>): Promise<Json> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new ProviderRpcError(error.code, error.message, error.data)
  }
}
