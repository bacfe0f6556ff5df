import { encodeCall } from '../../../shared/abi/encode.ts'
import { itemOf } from '../../../shared/abi/signature.ts'
import { grouped, integerOf } from '../../../shared/format/quantity.ts'
import { TokenAmount } from '../../../shared/parts/amount.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { loadToken, type Token } from '../../../shared/tokens/tokens.ts'
import { transfersIn } from '../../../shared/tokens/tokenTransfers.ts'
import { searchLogs } from './logSearch.ts'
import { incomingFilters } from './tokenTransfers.tsx'

interface Holding {
  readonly token: Hex
  /** Undefined for a contract without a name and a symbol. */
  readonly facts: Token | undefined
  /** Of a token with several kinds (ERC-1155). */
  readonly id: bigint | undefined
  readonly balance: bigint
}

interface Holdings {
  readonly held: readonly Holding[]
  /** The first block of the search. */
  readonly from: bigint
  readonly isCut: boolean
}

const maximumLogs = 2_000
/** Maximum number of balances that the page asks for. */
const maximumHoldings = 100

/** The tokens that an account has received and still has. */
export function TokensHeld({ address }: { readonly address: Hex }) {
  const loaded = useLoaded(() => loadHoldings(address), `holdings ${address}`, [head.value?.hash])
  return (
    <LoadedPart loaded={loaded} what="Searching for tokens">
      {({ held, from, isCut }) => (
        <>
          {held.length === 0 ? (
            <Empty>The logs show no tokens that the account holds.</Empty>
          ) : (
            <Table
              label="Tokens held"
              columns={columns}
              rows={held}
              keyOf={({ token, id }) => `${token} ${id}`}
            />
          )}
          <p>
            <small>
              Found by transfers to this account{from > 0n && ` since block ${grouped(from)}`}; the balances
              are what the contracts say.
              {isCut && ` Only the ${maximumHoldings} that moved last are shown.`}
            </small>
          </p>
        </>
      )}
    </LoadedPart>
  )
}

const columns: readonly Column<Holding>[] = [
  {
    name: 'Token',
    cell: ({ token, facts }) => (
      <span>
        <AddressLink value={token} label={facts?.name || facts?.symbol || undefined} />{' '}
        {facts !== undefined && <span class="badge">{facts.kind}</span>}
      </span>
    ),
  },
  {
    name: 'Balance',
    isAmount: true,
    cell: ({ facts, id, balance }) => (
      <span>
        <TokenAmount amount={balance} decimals={facts?.decimals ?? 0} symbol={facts?.symbol ?? ''} />
        {id !== undefined && <small> of number {grouped(id)}</small>}
      </span>
    ),
  },
]

async function loadHoldings(address: Hex): Promise<Holdings> {
  const best = integerOf(head.peek()?.number ?? (await call<Hex>('eth_blockNumber')))
  const { logs, from } = await searchLogs(incomingFilters(address), best, maximumLogs)
  const places = new Map(
    transfersIn(logs).map(({ token, kind, id }) => {
      const part = kind === 'ERC-1155' ? id : undefined
      return [`${token} ${part}`, { token, id: part }]
    }),
  )
  const asked = [...places.values()].slice(0, maximumHoldings)
  const held = await Promise.all(
    asked.map(async (place) => ({
      ...place,
      facts: await loadToken(place.token),
      balance: await balanceOf(address, place),
    })),
  )
  return { held: held.filter(({ balance }) => balance > 0n), from, isCut: places.size > maximumHoldings }
}

const plainBalance = itemOf('function', 'balanceOf(address owner)(uint256)')
const balanceOfPart = itemOf('function', 'balanceOf(address owner,uint256 id)(uint256)')

/** Zero for a contract that does not answer. */
async function balanceOf(owner: Hex, { token, id }: Pick<Holding, 'token' | 'id'>): Promise<bigint> {
  const data =
    id === undefined ? encodeCall(plainBalance, [owner]) : encodeCall(balanceOfPart, [owner, String(id)])
  const answer = await call<Hex>('eth_call', { to: token, data, gas: '0x30d40' }, 'latest').catch(() => '0x')
  return answer.length === 66 ? BigInt(answer) : 0n
}
