import type { Log } from '../../src/evm/log.ts'
import { contextAfter, listBlocks } from '../../src/native/nativeWorld.cases.ts'
import { processMinersFees } from '../../src/native/remasc/processMinersFees.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { type Gate, gate, type Moment } from './gate.ts'

/* Rules of the payment to the miners. */

/** The accounts that a block pays when a block with these fees matures; the chain is short, the schedule mainnet's. */
function paidAccounts({ network, height }: Moment, minimumGasPrice: bigint): readonly string[] {
  const hasty = { ...network, remasc: { ...network.remasc, maturity: 10, syntheticSpan: 5 } }
  const blocks = listBlocks(14, { 5: { paidFees: 5_000n } }, hasty)
  const logs: Log[] = []
  const context = contextAfter(blocks, { network: hasty, minimumGasPrice, rulesOf: height, isRemasc: true })
  processMinersFees(context, { emit: (log) => logs.push(log) })
  return logs.map(({ topics }) => toHexDigits(topics[1]!.subarray(12)))
}

export const remascGates: readonly Gate[] = [
  gate({
    rule: 'rskip85',
    network: mainnet,
    shows: 'amounts below the price of 200,000 gas are not paid',
    before: 5,
    at: 0,
    probe: (moment) => paidAccounts(moment, 1n).length,
  }),
  gate({
    rule: 'rskip218',
    network: mainnet,
    shows: 'another account receives the part of RSK Labs',
    before: '14d3065c8eb89895f4df12450ec6b130049f8034',
    at: 'dcb12179ba4697350f66224c959bdd9c282818df',
    probe: (moment) => paidAccounts(moment, 0n)[0]!,
  }),
]
