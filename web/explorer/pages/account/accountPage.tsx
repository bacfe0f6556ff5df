import { nameOf } from '../../../shared/abi/contracts.ts'
import { nativeName } from '../../../shared/abi/nativeContracts.ts'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { type Tab, Tabs } from '../../../shared/parts/tabs.tsx'
import type { Route } from '../../../shared/routing/route.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { shownName } from '../../../shared/tokens/shownName.ts'
import { type Token, useTokens } from '../../../shared/tokens/tokens.ts'
import { CheckedAccount } from '../../checking/checkedHere.tsx'
import { lazyPart } from '../../lazyPart.tsx'
import { AccountFacts, type AccountState } from './accountFacts.tsx'
import { delegateIn } from './accountKind.ts'
import { AccountTransactions } from './accountTransactions.tsx'
import { CodeView } from './codeView.tsx'
import { ContractLogs } from './contractLogs.tsx'
import { InnerTransactions } from './innerTransactions.tsx'
import { findImplementation } from './proxy.ts'
import { StorageReader } from './storageReader.tsx'
import { TokensHeld } from './tokensHeld.tsx'
import { AccountTransfers, TransfersOfToken } from './tokenTransfers.tsx'

const ContractPart = lazyPart(async () => (await import('../contract/contractPart.tsx')).ContractPart)
const Curves = lazyPart(async () => (await import('./curves.tsx')).Curves)

export function AccountPage({ route: { parts } }: { readonly route: Route }) {
  const [text = ''] = parts
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    return (
      <>
        <h1>No account</h1>
        <Empty>{text.slice(0, 80)} is not an address.</Empty>
      </>
    )
  }
  return <Account address={text.toLowerCase() as Hex} />
}

function Account({ address }: { readonly address: Hex }) {
  const loaded = useLoaded(() => loadAccount(address), `account ${address}`, [head.value?.hash])
  return (
    <LoadedPart loaded={loaded} what="Loading the account">
      {(state) => <Shown address={address} state={state} />}
    </LoadedPart>
  )
}

interface LoadedAccount extends AccountState {
  /** The code of the implementation of a proxy. */
  readonly implementationCode: Hex
}

async function loadAccount(address: Hex): Promise<LoadedAccount> {
  const [balance, nonce, code] = await Promise.all([
    call<Hex>('eth_getBalance', address, 'latest'),
    call<Hex>('eth_getTransactionCount', address, 'latest'),
    call<Hex>('eth_getCode', address, 'latest'),
  ])
  const proxied = code === '0x' ? undefined : await findImplementation(address, code)
  const implementationCode =
    proxied === undefined ? '0x' : await call<Hex>('eth_getCode', proxied.implementation, 'latest')
  return { balance, nonce, code, proxied, implementationCode }
}

interface ShownProps {
  readonly address: Hex
  readonly state: LoadedAccount
}

function Shown({ address, state }: ShownProps) {
  const { code, proxied } = state
  const native = nativeName(address)
  const isContract = (code !== '0x' && delegateIn(code) === undefined) || native !== undefined
  const token = useTokens(code === '0x' ? [] : [address]).get(address)
  const name = nameOf(address) ?? (token?.name || token?.symbol)
  // The page asks for the name of the implementation too, so that calls of the proxy are decoded by its ABI.
  const implementation = proxied && nameOf(proxied.implementation)
  return (
    <>
      <h1>
        {isContract ? 'Contract' : 'Account'} {name && <span class="name">{shownName(name)}</span>}
        {implementation && <small> → {shownName(implementation)}</small>}
      </h1>
      <section class="panel">
        <AccountFacts address={address} token={token} {...state} />
      </section>
      <CheckedAccount address={address} state={state} />
      <Tabs label="Parts of the account" tabs={tabsFor(address, state, isContract, token)} />
    </>
  )
}

function tabsFor(
  address: Hex,
  { code, proxied, implementationCode }: LoadedAccount,
  isContract: boolean,
  token: Token | undefined,
): readonly Tab[] {
  const implementation = proxied ? [{ address: proxied.implementation, code: implementationCode }] : []
  const ofContract: Tab[] = [
    {
      name: 'Contract',
      content: () => <ContractPart address={address} places={[{ address, code }, ...implementation]} />,
    },
    { name: 'Logs', content: () => <ContractLogs address={address} /> },
    { name: 'Storage', content: () => <StorageReader address={address} /> },
  ]
  return [
    { name: 'Transactions', content: () => <AccountTransactions address={address} /> },
    ...(token !== undefined
      ? [{ name: 'Transfers of the token', content: () => <TransfersOfToken token={address} /> }]
      : []),
    { name: 'Token transfers', content: () => <AccountTransfers address={address} /> },
    { name: 'Tokens held', content: () => <TokensHeld address={address} /> },
    { name: 'Inner transactions', content: () => <InnerTransactions address={address} /> },
    ...(isContract ? ofContract : []),
    ...(code !== '0x' ? [{ name: 'Code', content: () => <CodeView code={code} /> }] : []),
    {
      name: 'Curves',
      content: () => <Curves address={address} isToken={token !== undefined} />,
    },
  ]
}
