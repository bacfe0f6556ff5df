import { nameOf } from '../../../shared/abi/contracts.ts'
import { checksummed } from '../../../shared/format/address.ts'
import { grouped, integerOf } from '../../../shared/format/quantity.ts'
import { bytesIn } from '../../../shared/format/text.ts'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import { AddressLink, TransactionLink } from '../../../shared/parts/links.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import type { Token } from '../../../shared/tokens/tokens.ts'
import { network } from '../../network.ts'
import { delegateIn, kindOf } from './accountKind.ts'
import type { Proxied } from './proxy.ts'

export interface AccountState {
  readonly balance: Hex
  readonly nonce: Hex
  readonly code: Hex
  readonly proxied: Proxied | undefined
}

interface AccountFactsProps extends AccountState {
  readonly address: Hex
  readonly token: Token | undefined
}

export function AccountFacts({ address, balance, nonce, code, proxied, token }: AccountFactsProps) {
  const chainId = network.value?.chainId
  const delegate = delegateIn(code)
  const isContract = code !== '0x'
  return (
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
      <Fact name="Kind">{kindOf({ address, code, delegate, proxied, token })}</Fact>
      <Fact name="Balance">
        <Rbtc wei={integerOf(balance)} copies />
      </Fact>
      <Fact name="Nonce">{grouped(integerOf(nonce))}</Fact>
      {token !== undefined && token.kind === 'ERC-20' && (
        <Fact name="Token">
          {token.name} {token.symbol !== '' && `(${token.symbol})`}, {token.decimals} decimals
        </Fact>
      )}
      {delegate !== undefined && (
        <Fact name="Delegates to">
          <AddressLink value={delegate} whole />
        </Fact>
      )}
      {proxied !== undefined && (
        <Fact name="Implementation">
          <AddressLink value={proxied.implementation} whole /> {nameOf(proxied.implementation)}
        </Fact>
      )}
      {proxied?.beacon !== undefined && (
        <Fact name="Beacon">
          <AddressLink value={proxied.beacon} whole />
        </Fact>
      )}
      {proxied?.admin !== undefined && (
        <Fact name="Admin of the proxy">
          <AddressLink value={proxied.admin} whole />
        </Fact>
      )}
      {isContract && <Fact name="Code">{grouped(bytesIn(code))} bytes</Fact>}
      {isContract && delegate === undefined && <Creator address={address} />}
    </Facts>
  )
}

interface Creation {
  readonly hash: Hex
  readonly creator: Hex
}

/** Renders nothing when the node does not know the creator of the contract. */
function Creator({ address }: { readonly address: Hex }) {
  const { value } = useLoaded(
    () => call<Creation | null>('ots_getContractCreator', address).catch(() => null),
    `creator ${address}`,
  )
  if (!value) return null
  return (
    <Fact name="Created by">
      <AddressLink value={value.creator} label={nameOf(value.creator)} /> in{' '}
      <TransactionLink value={value.hash} />
    </Fact>
  )
}
