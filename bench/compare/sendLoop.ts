import { toQuantity } from '../../src/primitives/quantity.ts'
import type { Chain } from './chain.ts'
import type { Running } from './running.ts'
import type { Load } from './wrk.ts'

/** Sends transfers one after the other and polls for each receipt, as tests of contracts do. */
export async function sendLoop(running: Running, { account }: Chain, seconds: number): Promise<Load> {
  const { client } = running
  const transfer = { from: account, to: account, value: '0x1', gas: toQuantity(21_000) }
  const before = running.processorSeconds()
  const beforeInMain = running.mainThreadSeconds()
  const start = performance.now()
  const times: number[] = []
  while (performance.now() - start < seconds * 1000) {
    const startedAt = performance.now()
    const hash = await client.ask('eth_sendTransaction', [transfer])
    while ((await client.ask('eth_getTransactionReceipt', [hash])) === null);
    times.push(performance.now() - startedAt)
  }
  const elapsed = performance.now() - start
  times.sort((left, right) => left - right)
  return {
    perSecond: (times.length * 1000) / elapsed,
    p99Ms: times[Math.floor(times.length * 0.99)]!,
    processorUs: ((running.processorSeconds() - before) * 1e6) / times.length,
    mainThreadUs: ((running.mainThreadSeconds() - beforeInMain) * 1e6) / times.length,
  }
}
