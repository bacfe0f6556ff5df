import { ProviderRpcError } from '../../node/providerRpcError.ts'
import type { LocalNode } from '../localNode.ts'
import type { RequestArguments } from '../providerTypes.ts'
import { HardhatError } from './hardhatError.ts'

/** The node's answer to a request of Hardhat; errors have Hardhat's form. */
export async function answer(node: LocalNode, request: RequestArguments): Promise<unknown> {
  try {
    return await node.request<unknown>(request)
  } catch (error) {
    throw error instanceof ProviderRpcError ? new HardhatError(error) : error
  }
}
