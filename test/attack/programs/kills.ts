import { setTimeout as pause } from 'node:timers/promises'
import { startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import type { Random } from '../random.ts'

/** Sends transfers until the node ends; returns the hashes that it acknowledged. */
async function sendUntilEnd(client: KeyClient, from: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    try {
      const { result } = await client.ask('eth_sendTransaction', [
        { from, to: from, value: '0x1', gas: '0x5208' },
      ])
      if (typeof result === 'string') acknowledged.push(result)
    } catch {
      return
    }
  }
}

/** Starts the node of a folder and kills it within a second of its first acknowledgement. */
async function liveAndDie(folder: string, acknowledged: string[], random: Random): Promise<void> {
  const { running, announced } = await startNode('--data', folder, '--network', 'regtest')
  const { url, accounts } = announced.networks[0]!
  const clients = accounts.slice(0, 4).map(({ address }) => ({ client: new KeyClient(url, 1), address }))
  const sending = clients.map(({ client, address }) => sendUntilEnd(client, address, acknowledged))
  const before = acknowledged.length
  for (let waited = 0; acknowledged.length === before && waited < 100; waited++) await pause(100)
  await pause(random.below(900))
  await stop(running, 'SIGKILL')
  await Promise.all(sending)
  for (const { client } of clients) client.close()
}

/** Acknowledged transactions without a receipt. */
async function lostOf(folder: string, acknowledged: readonly string[]): Promise<string[]> {
  const { running, announced } = await startNode('--data', folder, '--network', 'regtest')
  const client = new KeyClient(announced.networks[0]!.url)
  const lost: string[] = []
  for (const hash of acknowledged) {
    const { result } = await client.ask('eth_getTransactionReceipt', [hash])
    if (result === null || result === undefined) lost.push(hash)
  }
  client.close()
  await stop(running)
  return lost
}

export const kills: Attack = {
  name: 'kills',
  aim: 'kills the node with SIGKILL while clients send transactions; none that was acknowledged may be lost',
  isAlone: true,
  async run({ random, isLong, isOver }) {
    const folder = new TemporaryFolder()
    const rounds = isLong ? 200 : 5
    let count = 0
    let done = 0
    const lost: string[] = []
    try {
      for (; done < rounds && !isOver(); done++) {
        const acknowledged: string[] = []
        await liveAndDie(folder.path, acknowledged, random)
        lost.push(...(await lostOf(folder.path, acknowledged)))
        count += acknowledged.length
      }
    } finally {
      folder.remove()
    }
    return {
      figures: `${done} kills, ${count.toLocaleString('en-US')} acknowledged transactions, ${lost.length} lost`,
      violations: [...lost.slice(0, 3), ...violationsOf({ 'transactions were acknowledged': count > 0 })],
    }
  },
}
