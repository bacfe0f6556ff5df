import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { shortened } from '../../../shared/format/text.ts'
import { Failure } from '../../../shared/parts/notices.tsx'
import { endpointPath } from '../../../shared/rpc/rpcClient.ts'
import {
  addNetwork,
  type BrowserWallet,
  browserWallets,
  findBrowserWallets,
} from '../../../shared/wallet/browserWallets.ts'
import { nodeSigners, type Signer, walletSigners } from '../../../shared/wallet/signers.ts'
import { network, networkTitle } from '../../network.ts'

const signers = signal<readonly Signer[]>([])
/** The account that signs; undefined without an unlocked account and a connected wallet. */
export const signer = signal<Signer | undefined>(undefined)

function addSigners(found: readonly Signer[]): void {
  const known = new Set(signers.value.map(({ id }) => id))
  signers.value = [...signers.value, ...found.filter(({ id }) => !known.has(id))]
  signer.value ??= signers.value[0]
}

/** Chooses who signs: an account of the node, or of a wallet in the browser. */
export function SignerChoice() {
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => {
    findBrowserWallets()
    nodeSigners().then(addSigners, () => {})
  }, [])
  const chainId = network.value?.chainId ?? 0
  const run = (work: Promise<void>) => {
    work.then(() => setProblem(undefined), setProblem)
  }
  const connect = async (wallet: BrowserWallet) => {
    const found = await walletSigners(wallet, chainId)
    addSigners(found)
    signer.value = found[0] ?? signer.value
  }
  const add = async (wallet: BrowserWallet) => {
    await addNetwork(wallet, { chainId, name: networkTitle(), url: `${location.origin}${endpointPath()}` })
  }
  return (
    <div class="signer">
      <label>
        Signed by
        <select
          value={signer.value?.id ?? ''}
          onChange={({ currentTarget }) => {
            signer.value = signers.value.find(({ id }) => id === currentTarget.value)
          }}
        >
          {signers.value.length === 0 && <option value="">no account</option>}
          {signers.value.map(({ id, label, address }) => (
            <option key={id} value={id}>
              {label} {shortened(address)}
            </option>
          ))}
        </select>
      </label>
      {browserWallets.value.map((wallet) => (
        <span key={wallet.id} class="wallet">
          <button type="button" onClick={() => run(connect(wallet))}>
            Connect {wallet.name}
          </button>
          <button type="button" onClick={() => run(add(wallet))}>
            Add network to {wallet.name}
          </button>
        </span>
      ))}
      {problem !== undefined && <Failure error={problem} />}
    </div>
  )
}
