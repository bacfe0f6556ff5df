import type { FleetNode } from './fleetNode.ts'
import { LogWatch, type ToldLog } from './logWatch.ts'

/** Deploys a contract that logs the first word of its input as a topic: CALLDATALOAD(0), LOG1. */
const loggingContract = '0x6860003560006000a10060005260096017f3'

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

/** A contract in the next block of a node, and blocks with its logs on any node. */
export async function deployLogging(on: FleetNode) {
  const [from = ''] = await on.ask<string[]>('eth_accounts')
  const deployment = { from, data: loggingContract, gas: '0x186a0' }
  const hash = await on.ask<string>('eth_sendTransaction', deployment)
  await on.mine(1)
  const { contractAddress } = await on.ask<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
  /** Mines blocks with two logs each. */
  const mineLogs = async (node: FleetNode, count: number): Promise<void> => {
    for (let block = 0; block < count; block++) {
      for (const topic of [1, 2]) {
        const call = { from, to: contractAddress, gas: '0x186a0', data: word(topic) }
        await node.ask('eth_sendTransaction', call)
      }
      await node.mine(1)
    }
  }
  const logsOf = async (node: FleetNode): Promise<string[]> => {
    const wanted = { address: contractAddress, fromBlock: '0x2', toBlock: 'latest' }
    return LogWatch.namesOf(await node.ask<ToldLog[]>('eth_getLogs', wanted))
  }
  return { contractAddress, mineLogs, logsOf }
}
