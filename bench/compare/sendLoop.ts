import { toQuantity } from '../../src/primitives/quantity.ts'
import { receiptOf } from '../rpc/chain.ts'
import type { Answering } from '../rpc/running.ts'

const firstAccount = async ({ client }: Answering): Promise<string> => {
  const accounts = await client.ask('eth_accounts')
  if (!Array.isArray(accounts) || typeof accounts[0] !== 'string') throw new Error('no accounts')
  return accounts[0]
}

async function pay({ client }: Answering, account: string): Promise<void> {
  const transfer = { from: account, to: account, value: '0x1', gas: toQuantity(21_000) }
  await receiptOf(client, await client.text('eth_sendTransaction', [transfer]))
}

/** Payments per second, one after the other, each with a wait for its receipt, as tests of contracts send them. */
export async function sendLoop(running: Answering, payments: number): Promise<number> {
  const account = await firstAccount(running)
  const startedAt = performance.now()
  for (let paid = 0; paid < payments; paid++) await pay(running, account)
  return (1_000 * payments) / (performance.now() - startedAt)
}

/** Returns a cell by the hash of a word of the input and of zero, as `balanceOf` does; before it, the code that deploys it. */
const deployed = '0x6019600c60003960196000f3600435600052600060205260406000205460005260206000f3'
const firstRunTimes = 40

/** The first run of a small suite: deploys a contract, then sends 40 payments and 40 calls. */
export async function firstRun(running: Answering): Promise<void> {
  const { client } = running
  const account = await firstAccount(running)
  const creation = { from: account, data: deployed, gas: toQuantity(200_000) }
  const created = await receiptOf(client, await client.text('eth_sendTransaction', [creation]))
  const data = `0x70a08231${account.slice(2).padStart(64, '0')}`
  for (let paid = 0; paid < firstRunTimes; paid++) await pay(running, account)
  for (let called = 0; called < firstRunTimes; called++) {
    await client.text('eth_call', [{ to: created.contractAddress, data }, 'latest'])
  }
}
