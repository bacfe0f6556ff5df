import { BrowserProvider } from 'ethers'
import type { LocalNode } from './localNode.ts'

/** A transaction is mined within the call that sends it, so a short interval costs little. */
const pollingIntervalMs = 50

/**
 * A provider of ethers over a node. `BrowserProvider` shares the answers of equal requests for 250 ms, in which a local chain
 * mines many blocks: balances and nonces would be stale. This one asks every time.
 */
export class NodeProvider extends BrowserProvider {
  constructor(node: LocalNode) {
    super(node, undefined, { cacheTimeout: -1, pollingInterval: pollingIntervalMs })
  }
}
