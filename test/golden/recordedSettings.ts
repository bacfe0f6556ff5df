import type { GoldenSettings } from './goldenNode.ts'

/**
 * Settings of the reference node for some cases, as recorded, and the settings of this node that correspond. 'as-usual'
 * stands for settings that this node lacks; `differences.json` lists the effect. A node whose answers do not depend on the
 * chain starts with the genesis block, which is faster.
 */
export const recordedSettings: Readonly<Record<string, GoldenSettings | 'as-usual'>> = {
  'rpc.modules as in reference.conf (debug, trace, sco off; mnr, db, shh not listed; rsk_shutdown, rsk_flush, rsk_getStorageBytesAt disabled)':
    { isFresh: true, disabled: ['debug', 'trace', 'sco', 'mnr', 'rsk_getStorageBytesAt'] },
  // Public networks have no wallet (S11).
  'wallet.enabled=false': { isFresh: true, node: { network: 'testnet' } },
  'rpc.callGasCap=100000 rpc.gasEstimationCap=50000 rpc.maxResponseSize=1000 max_batch_requests_size=2 gasPriceMultiplier=2.0 zeroSignatureIfRemasc=false':
    {
      calls: { callGasCap: 100_000 },
      limits: { answerBytes: 1000, batchItems: 2 },
      node: { gasPrices: { minimumMultiplier: 2 } },
    },
  'miner.minGasPrice=1000000, fresh chain; group=min-gas-price': {
    isFresh: true,
    node: { minimumGasPriceTarget: 1_000_000n },
  },
  'rpc.allowCallStateOverride=true': { calls: { allowsStateOverrides: true } },
  // A timeout of zero expires on every machine.
  'rpc.timeout=300 (ms), rpc.callGasCap and gasEstimationCap 200000000, rpc.providers.web.cors=*': {
    calls: { callGasCap: 200_000_000, callTimeoutMs: 0 },
    origins: '*',
  },
  'rpc.logs.maxBlocksToQuery=5 rpc.logs.maxLogsToReturn=4': 'as-usual',
  'rsk_shutdown enabled; group=shutdown': 'as-usual',
  'rpc.providers.web.cors=http://example.com': { isFresh: true, origins: ['http://example.com'] },
}
