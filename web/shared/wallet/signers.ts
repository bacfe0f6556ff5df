import type { Hex } from '../rpc/answers.ts'
import { call } from '../rpc/rpcClient.ts'
import type { BrowserWallet } from './browserWallets.ts'

/** An account that can sign transactions: of the node's wallet, or of one in the browser. */
export interface Signer {
  readonly id: string
  readonly address: Hex
  readonly label: string
  send(transaction: TransactionRequest): Promise<Hex>
}

export interface TransactionRequest {
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: Hex
  readonly gas?: Hex
}

/** The unlocked accounts of the node; empty on public networks. */
export async function nodeSigners(): Promise<Signer[]> {
  const addresses = await call<readonly Hex[]>('eth_accounts').catch(() => [])
  return addresses.map((address, index) => ({
    id: `node ${address}`,
    address,
    label: `Account ${index} of the node`,
    send: (transaction) => call<Hex>('eth_sendTransaction', { from: address, ...transaction }),
  }))
}

/** Asks a wallet for its accounts, which shows the wallet's own question to the user. */
export async function walletSigners(wallet: BrowserWallet, chainId: number): Promise<Signer[]> {
  const answer = await wallet.provider.request({ method: 'eth_requestAccounts' })
  const addresses = Array.isArray(answer)
    ? answer.filter((item): item is Hex => /^0x[0-9a-f]{40}$/i.test(String(item)))
    : []
  return addresses.map((address) => ({
    id: `${wallet.id} ${address}`,
    address,
    label: wallet.name,
    send: async (transaction) => {
      const chain = Number(await wallet.provider.request({ method: 'eth_chainId' }))
      if (chain !== chainId)
        throw new Error(`The wallet is on chain ${chain}; switch it to chain ${chainId} first.`)
      const hash = await wallet.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: address, ...transaction }],
      })
      return String(hash) as Hex
    },
  }))
}
