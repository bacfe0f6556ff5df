import { signal } from '@preact/signals'

/** A wallet of the browser as EIP-1193 describes it. */
export interface WalletProvider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

export interface BrowserWallet {
  readonly id: string
  readonly name: string
  readonly provider: WalletProvider
}

export const browserWallets = signal<readonly BrowserWallet[]>([])

let isLooking = false

/** Wallets announce themselves (EIP-6963); an older one is `window.ethereum`. */
export function findBrowserWallets(): void {
  if (isLooking) return
  isLooking = true
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } =
      (event as CustomEvent<{ info?: { uuid?: unknown; name?: unknown }; provider?: WalletProvider }>)
        .detail ?? {}
    if (typeof info?.uuid !== 'string' || typeof provider?.request !== 'function') return
    add({ id: info.uuid, name: String(info.name).slice(0, 60), provider })
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = globalThis as { ethereum?: WalletProvider }
  if (browserWallets.value.length === 0 && typeof ethereum?.request === 'function') {
    add({ id: 'window.ethereum', name: 'Browser wallet', provider: ethereum })
  }
}

function add(wallet: BrowserWallet): void {
  if (browserWallets.value.every(({ id }) => id !== wallet.id))
    browserWallets.value = [...browserWallets.value, wallet]
}

interface AddedNetwork {
  readonly chainId: number
  readonly name: string
  readonly url: string
}

/** Asks a wallet to add a network (EIP-3085). */
export const addNetwork = (
  { provider }: BrowserWallet,
  { chainId, name, url }: AddedNetwork,
): Promise<unknown> =>
  provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: `0x${chainId.toString(16)}`,
        chainName: name,
        nativeCurrency: { name: 'Smart Bitcoin', symbol: 'RBTC', decimals: 18 },
        rpcUrls: [url],
        blockExplorerUrls: [url],
      },
    ],
  })
