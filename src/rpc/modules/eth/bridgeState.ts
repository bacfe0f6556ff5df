import { bridgeSummary } from '../../../bridge/bridgeSummary.ts'
import { executingBlock } from '../../../execution/host/evmHost.ts'
import { localCall, type NativeContext } from '../../../native/nativeContext.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { internalError } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { stateAfter } from '../../node/selection.ts'

function bridgeContext(node: ReadNode): NativeContext {
  const { network, chain } = node
  const { head } = chain
  return {
    network,
    chain,
    rules: rulesAt(network, head.number),
    state: stateAfter(head, node),
    block: executingBlock(head.header),
    transaction: localCall,
  }
}

export const ethBridgeState = defineRead({
  name: 'eth_bridgeState',
  summary: 'The best Bitcoin block that the Bridge knows, and the peg-outs that wait for signatures.',
  result: schema.objectOf({
    btcBlockchainBestChainHeight: schema.number,
    rskTxsWaitingForSignatures: schema.arrayOf(schema.text),
  }),
  cost: 20,
  asks: 'latest',
  upstream: 'never',
  light: 'proved',
  handler(_, { node }) {
    const summary = bridgeSummary(bridgeContext(node))
    if (summary === undefined) throw internalError()
    return {
      btcBlockchainBestChainHeight: summary.bestBitcoinHeight,
      rskTxsWaitingForSignatures: summary.waitingForSignatures,
    }
  },
})
