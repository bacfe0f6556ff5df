import type { Running } from '../rpc/running.ts'

/** One kind of work of a contract's test suite, done several times. */
export interface Round {
  readonly title: string
  /** Does the work once with one of the chain's accounts. */
  readonly once: (running: Running, account: string) => Promise<void>
}

const transferOf = (account: string) => ({ from: account, to: account, value: '0x1', gas: '0x5208' })

async function pay({ client }: Running, account: string): Promise<void> {
  const hash = await client.ask('eth_sendTransaction', [transferOf(account)])
  while ((await client.ask('eth_getTransactionReceipt', [hash])) === null);
}

const transactionsPerSnapshot = 5

export const rounds: readonly Round[] = [
  { title: 'send and receipt', once: pay },
  {
    title: `snapshot, ${transactionsPerSnapshot} payments, revert`,
    async once(running, account) {
      const snapshot = await running.client.ask('evm_snapshot')
      for (let payment = 0; payment < transactionsPerSnapshot; payment++) await pay(running, account)
      await running.client.ask('evm_revert', [snapshot])
    },
  },
  {
    title: 'estimateGas, transfer',
    async once({ client }, account) {
      await client.ask('eth_estimateGas', [{ from: account, to: account, value: '0x1' }])
    },
  },
]
