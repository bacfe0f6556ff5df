import { BrowserProvider, type JsonRpcError, type JsonRpcPayload, type JsonRpcResult } from 'ethers'
import { addSolidityStack, ProviderRpcError } from '../node/providerRpcError.ts'
import type { LocalNode } from './localNode.ts'

/** A transaction is mined within the call that sends it, so a short interval costs little. */
const pollingIntervalMs = 50

/**
 * A provider of ethers over a node. `BrowserProvider` shares the answers of equal requests for 250 ms, in which a local chain
 * mines many blocks: balances and nonces would be stale. This one asks every time, and its errors keep the lines of Solidity.
 */
export class NodeProvider extends BrowserProvider {
  readonly #node: LocalNode

  constructor(node: LocalNode) {
    super(node, undefined, { cacheTimeout: -1, pollingInterval: pollingIntervalMs })
    this.#node = node
  }

  override async _send(
    payload: JsonRpcPayload | JsonRpcPayload[],
  ): Promise<(JsonRpcResult | JsonRpcError)[]> {
    if (Array.isArray(payload)) return super._send(payload)
    const { id, method, params } = payload
    try {
      return [{ id, result: await this.#node.request<unknown>({ method, params }) }]
    } catch (error) {
      // getRpcError needs the error itself.
      if (error instanceof ProviderRpcError) return [{ id, error }]
      throw error
    }
  }

  override getRpcError(payload: JsonRpcPayload, { id, error }: JsonRpcError): Error {
    if (!(error instanceof ProviderRpcError)) return super.getRpcError(payload, { id, error })
    const { code, message, data } = error
    const shown = super.getRpcError(payload, { id, error: { code, message, data } })
    addSolidityStack(shown, error)
    return shown
  }
}
