import { nameOf } from '../../../shared/abi/contracts.ts'
import { nativeName } from '../../../shared/abi/nativeContracts.ts'
import { checksummed } from '../../../shared/format/address.ts'
import { grouped, integerOf, rbtc } from '../../../shared/format/quantity.ts'
import { bytesIn } from '../../../shared/format/text.ts'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import { AddressLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Tabs } from '../../../shared/parts/tabs.tsx'
import type { Route } from '../../../shared/routing/route.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { lazyPart } from '../../lazyPart.tsx'
import { network } from '../../network.ts'
import { AccountTransactions } from './accountTransactions.tsx'
import { CodeView } from './codeView.tsx'
import { StorageReader } from './storageReader.tsx'

const ContractPart = lazyPart(async () => (await import('../contract/contractPart.tsx')).ContractPart)

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
      {(facts) => <Shown address={address} {...facts} />}
    </LoadedPart>
  )
}

async function loadAccount(address: Hex) {
  const [balance, nonce, code] = await Promise.all([
    call<Hex>('eth_getBalance', address, 'latest'),
    call<Hex>('eth_getTransactionCount', address, 'latest'),
    call<Hex>('eth_getCode', address, 'latest'),
  ])
  return { balance, nonce, code }
}

interface ShownProps {
  readonly address: Hex
  readonly balance: Hex
  readonly nonce: Hex
  readonly code: Hex
}

function Shown({ address, balance, nonce, code }: ShownProps) {
  const chainId = network.value?.chainId
  const native = nativeName(address)
  const isContract = code !== '0x'
  const delegate = delegateIn(code)
  const name = nameOf(address)
  const transactions = { name: 'Transactions', content: () => <AccountTransactions address={address} /> }
  const contract = { name: 'Contract', content: () => <ContractPart address={address} /> }
  const storage = { name: 'Storage', content: () => <StorageReader address={address} /> }
  const codeTab = { name: 'Code', content: () => <CodeView code={code} /> }
  const tabs = isContract
    ? [transactions, contract, storage, codeTab]
    : native
      ? [transactions, contract, storage]
      : [transactions]
  return (
    <>
      <h1>
        {(isContract && delegate === undefined) || native ? 'Contract' : 'Account'}{' '}
        {name !== undefined && <span class="name">{name}</span>}
      </h1>
      <section class="panel">
        <Facts>
          <Fact name="Address">
            <span class="hex">{checksummed(address)}</span>
            <CopyButton text={checksummed(address)} name="address" />
          </Fact>
          {(chainId === 30 || chainId === 31 || chainId === 33) && (
            <Fact name="With Rootstock’s checksum">
              <span class="hex">{checksummed(address, chainId)}</span>
              <CopyButton text={checksummed(address, chainId)} name="address with the checksum of EIP-1191" />
            </Fact>
          )}
          <Fact name="Balance">{rbtc(integerOf(balance))}</Fact>
          <Fact name="Nonce">{grouped(integerOf(nonce))}</Fact>
          {delegate !== undefined && (
            <Fact name="Delegates to">
              <AddressLink value={delegate} whole />
            </Fact>
          )}
          {isContract && <Fact name="Code">{grouped(bytesIn(code))} bytes</Fact>}
          {isContract && delegate === undefined && <Creator address={address} />}
        </Facts>
      </section>
      <Tabs label="Parts of the account" tabs={tabs} />
    </>
  )
}

/** Whose code runs in the place of an account that has delegated (RSKIP545). */
function delegateIn(code: Hex): Hex | undefined {
  const digits = /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1]
  return digits === undefined ? undefined : `0x${digits}`
}

interface Creation {
  readonly hash: Hex
  readonly creator: Hex
}

function Creator({ address }: { readonly address: Hex }) {
  const { value } = useLoaded(
    () => call<Creation | null>('ots_getContractCreator', address).catch(() => null),
    `creator ${address}`,
  )
  if (!value) return null
  return (
    <Fact name="Created by">
      <AddressLink value={value.creator} /> in <TransactionLink value={value.hash} />
    </Fact>
  )
}
